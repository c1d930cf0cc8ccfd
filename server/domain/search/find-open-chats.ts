import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { SEARCHED_TEXT } from '../archive/find-snippet.ts'
import type { SearchWords } from '../archive/search-words.ts'
import { escapeLike } from '../escape-like.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'
import { reachedBy, type Viewer } from '../viewer.ts'

/**
 * Texts of open chats have no index, so that a message costs nothing for it: these are read. Closed chats are in the
 * archive.
 */
const RECENT = { chats: 500, messagesOfEach: 50 }

interface OpenChatSearch {
  viewer: Viewer
  words: SearchWords
  /** Whose chats are found, whatever was said in them. */
  visitorIds: readonly string[]
  limit: number
}

/**
 * The ids of open chats of these visitors, and of those among the 500 with the latest activity in which one of the last
 * 50 messages has all of the words; the latest activity first.
 */
export async function findOpenChats(
  { pool }: Pick<Services, 'pool'>,
  { viewer, words: { words }, visitorIds, limit }: OpenChatSearch,
): Promise<string[]> {
  const isOpen = Prisma.sql`${reachedBy(viewer)} AND status IN ('BOT', 'QUEUED', 'ACTIVE')`
  const patterns = words.map((word) => `%${escapeLike(word)}%`)
  const found = await queryDirect<{ id: string }>(
    pool,
    Prisma.sql`
      WITH recent AS MATERIALIZED (
        SELECT id, "lastActivityAt" FROM "Chat" WHERE ${isOpen} AND ${words.length > 0}
        ORDER BY "lastActivityAt" DESC LIMIT ${RECENT.chats})
      SELECT id FROM (
        SELECT id, "lastActivityAt" FROM "Chat" WHERE ${isOpen} AND "visitorId" = ANY(${[...visitorIds]}::uuid[])
        UNION
        SELECT id, "lastActivityAt" FROM recent WHERE EXISTS (
          SELECT FROM (
            SELECT * FROM "Message" WHERE "chatId" = recent.id ORDER BY seq DESC LIMIT ${RECENT.messagesOfEach}
          ) m
          WHERE ${isEntrySql('m', 'inArchive')} AND lower(${SEARCHED_TEXT}) LIKE ALL(${patterns}::text[]))
      ) AS found
      ORDER BY "lastActivityAt" DESC, id DESC LIMIT ${limit}`,
    { replan: true },
  )
  return found.map(({ id }) => id)
}

import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { SEARCHED_TEXT } from '../archive/find-snippet.ts'
import type { SearchWords } from '../archive/search-words.ts'
import { escapeLike } from '../escape-like.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'
import { reachedBy, type Viewer } from '../viewer.ts'

/**
 * How much is read of chats whose latest messages are not in their words yet: a sweep makes these, so that a message costs
 * nothing for it. Closed chats are in the archive.
 */
const RECENT = { chats: 500, messagesOfEach: 50 }

interface OpenChatSearch {
  viewer: Viewer
  words: SearchWords
  /** The visitors whose chats are found, whatever was said in them. */
  visitorIds: readonly string[]
  limit: number
}

/**
 * The ids of open chats of these visitors, and of those in which all of the words were said; the latest activity first.
 * What was said in the last seconds is found in the last 50 messages of a chat.
 */
export async function findOpenChats(
  { pool }: Pick<Services, 'pool'>,
  { viewer, words: { words, tsquery }, visitorIds, limit }: OpenChatSearch,
): Promise<string[]> {
  const isOpen = Prisma.sql`${reachedBy(viewer)} AND status IN ('BOT', 'QUEUED', 'ACTIVE')`
  const patterns = words.map((word) => `%${escapeLike(word)}%`)
  const found = await queryDirect<{ id: string }>(
    pool,
    Prisma.sql`
      WITH recent AS MATERIALIZED (
        SELECT id, "lastActivityAt" FROM "Chat" WHERE ${isOpen} AND ${words.length > 0}
          AND NOT EXISTS (SELECT FROM "OpenChatWords" WHERE "chatId" = "Chat".id AND seq >= "Chat"."lastSeq")
        ORDER BY "lastActivityAt" DESC LIMIT ${RECENT.chats})
      SELECT id FROM (
        SELECT id, "lastActivityAt" FROM "Chat" WHERE ${isOpen} AND "visitorId" = ANY(${[...visitorIds]}::uuid[])
        UNION
        SELECT id, "lastActivityAt" FROM "Chat" WHERE ${isOpen} AND id IN (
          SELECT "chatId" FROM "OpenChatWords"
          WHERE "accountId" = ${viewer.accountId}::uuid AND document @@ ${tsquery}::tsquery)
        UNION
        SELECT id, "lastActivityAt" FROM recent WHERE EXISTS (
          SELECT FROM (
            SELECT * FROM "Message" WHERE "chatId" = recent.id ORDER BY seq DESC LIMIT ${RECENT.messagesOfEach}
          ) m
          WHERE ${isEntrySql('m', 'inArchive')} AND lower(${SEARCHED_TEXT}) LIKE ALL(${patterns}::text[])
            AND to_tsvector('simple', searchable_words(${SEARCHED_TEXT})) @@ ${tsquery}::tsquery)
      ) AS found
      ORDER BY "lastActivityAt" DESC, id DESC LIMIT ${limit}`,
    { replan: true },
  )
  return found.map(({ id }) => id)
}

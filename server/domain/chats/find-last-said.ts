import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { MessageAuthor, MessageType } from '../../generated/prisma/enums.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'

export interface LastSaid {
  chatId: string
  /** The stored author of the last entry that is activity and was not deleted. */
  author: MessageAuthor
  type: MessageType
  /** The operator who wrote it. */
  userId: string | null
}

/** What was last said in each of several chats, without those in which nothing was. */
export function findLastSaid(pool: Pool, chatIds: readonly string[]): Promise<LastSaid[]> {
  return queryDirect(
    pool,
    Prisma.sql`
    SELECT chat.id AS "chatId", last.author, last.type, last."userId"
    FROM unnest(${chatIds}::uuid[]) AS chat(id)
    CROSS JOIN LATERAL (
      SELECT author, type, "userId" FROM "Message" entry
      WHERE "chatId" = chat.id AND ${isEntrySql('entry', 'isActivity')} AND "deletedAt" IS NULL
      ORDER BY seq DESC LIMIT 1) last`,
  )
}

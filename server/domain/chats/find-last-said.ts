import type { Db } from '../../database/client.ts'
import type { MessageAuthor } from '../../generated/prisma/enums.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'

export interface LastSaid {
  chatId: string
  /** Who wrote the last message, without notices. */
  author: MessageAuthor
  /** The operator who wrote it. */
  userId: string | null
}

/** What was last said in each of several chats, without those in which nothing was. */
export function findLastSaid(db: Db, chatIds: readonly string[]): Promise<LastSaid[]> {
  return db.$queryRaw`
    SELECT chat.id AS "chatId", last.author, last."userId"
    FROM unnest(${chatIds}::uuid[]) AS chat(id)
    CROSS JOIN LATERAL (
      SELECT author, "userId" FROM "Message" entry
      WHERE "chatId" = chat.id AND ${isEntrySql('entry', 'isActivity')} ORDER BY seq DESC LIMIT 1) last`
}

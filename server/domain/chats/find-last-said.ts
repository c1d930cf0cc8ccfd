import type { Db } from '../../database/client.ts'
import type { MessageAuthor } from '../../generated/prisma/enums.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'

/** How far back an answer is looked for: a visitor who writes on and on without one must not make lists slow. */
const LOOK_BACK = 200

export interface LastSaid {
  chatId: string
  /** Who wrote the last message, without notices. */
  author: MessageAuthor
  /** The operator who wrote it. */
  userId: string | null
  /** When the visitor wrote the first of the messages that nobody has answered; null when the last one is an answer. */
  unansweredSince: Date | null
}

/** What was last said in each of several chats, without those in which nothing was. */
export function findLastSaid(db: Db, chatIds: readonly string[]): Promise<LastSaid[]> {
  return db.$queryRaw`
    SELECT chat.id AS "chatId", last.author, last."userId", (
      SELECT m."createdAt" FROM "Message" m
      WHERE last.author = 'VISITOR' AND m."chatId" = chat.id AND m.author = 'VISITOR' AND m.seq > coalesce((
          SELECT recent.seq FROM (
            SELECT seq, author, type FROM "Message" WHERE "chatId" = chat.id ORDER BY seq DESC LIMIT ${LOOK_BACK}
          ) recent
          WHERE ${isEntrySql('recent', 'isAnswer')} ORDER BY recent.seq DESC LIMIT 1
        ), last.seq - ${LOOK_BACK})
      ORDER BY m.seq LIMIT 1) AS "unansweredSince"
    FROM unnest(${chatIds}::uuid[]) AS chat(id)
    CROSS JOIN LATERAL (
      SELECT author, "userId", seq FROM "Message" entry
      WHERE "chatId" = chat.id AND ${isEntrySql('entry', 'isActivity')} ORDER BY seq DESC LIMIT 1) last`
}

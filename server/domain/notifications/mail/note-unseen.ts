import type { Tx } from '../../../database/client.ts'
import type { ChatNews } from '../push/find-news.ts'
import { isNewsSql } from '../push/push-kinds.ts'

/**
 * Notes what people may have to be mailed about: the newest of each kind in each chat, with the time since when they have
 * not seen any of it. What they have seen meanwhile counts from now.
 */
export async function noteUnseen(tx: Tx, news: readonly ChatNews[]): Promise<void> {
  if (news.length === 0) return
  const rows = news.map(({ userId, kind, chatId, messageId }) => ({ userId, kind, chatId, messageId }))
  await tx.$executeRaw`
    INSERT INTO "UnseenNews" AS item ("userId", kind, "chatId", "messageId")
    SELECT "userId", kind, "chatId", "messageId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS news ("userId" uuid, kind text, "chatId" uuid, "messageId" uuid)
    ORDER BY "userId", kind, "chatId"
    ON CONFLICT ("userId", kind, "chatId") DO UPDATE SET
      "messageId" = EXCLUDED."messageId",
      since = CASE WHEN (SELECT ${isNewsSql} FROM "User" u WHERE u.id = item."userId") THEN item.since
                   ELSE EXCLUDED.since END`
}

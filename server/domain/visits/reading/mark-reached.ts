import type { Work } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'

interface MarkReached {
  accountId: string
  visitorId: string
  chatId: string
  /** The last message that the visitor's widget has received, and the last that the visitor has seen. */
  delivered: number
  seen: number
}

/**
 * Advances both marks of a chat, at most to its last message, and records it for operators. What was seen was also
 * delivered. Null when nothing has changed, or the chat is not the visitor's.
 */
export async function markReached(work: Work, mark: MarkReached): Promise<Chat | null> {
  const { accountId, visitorId, chatId } = mark
  const delivered = Math.max(mark.delivered, mark.seen)
  const [chat] = await work.tx.$queryRaw<(Chat & { wasDelivered: number; wasSeen: number })[]>`
    WITH before AS (
      SELECT id, "deliveredSeq", "seenSeq" FROM "Chat"
      WHERE id = ${chatId}::uuid AND "accountId" = ${accountId}::uuid AND "visitorId" = ${visitorId}::uuid
      FOR NO KEY UPDATE
    )
    UPDATE "Chat" c SET "deliveredSeq" = greatest(c."deliveredSeq", least(${delivered}::int, c."lastSeq")),
      "seenSeq" = greatest(c."seenSeq", least(${mark.seen}::int, c."lastSeq"))
    FROM before
    WHERE c.id = before.id
      AND (c."deliveredSeq" < least(${delivered}::int, c."lastSeq") OR c."seenSeq" < least(${mark.seen}::int, c."lastSeq"))
    RETURNING c.*, before."deliveredSeq" AS "wasDelivered", before."seenSeq" AS "wasSeen"`
  if (!chat) return null
  const isSeen = chat.seenSeq > chat.wasSeen
  await work.record({
    accountId,
    kind: isSeen ? 'MESSAGES_SEEN' : 'MESSAGES_DELIVERED',
    actor: { type: 'VISITOR', id: visitorId },
    channelId: chat.channelId,
    chatId,
    data: { deliveredSeq: chat.deliveredSeq, seenSeq: chat.seenSeq },
  })
  return chat
}

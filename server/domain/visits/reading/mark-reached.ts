import { columnsOf } from '../../../database/select-all.ts'
import type { Work } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import { isEntrySql } from '../../messages/entries/is-entry.ts'

interface MarkReached {
  accountId: string
  visitorId: string
  chatId: string
  /** The last message that the visitor's widget has received, and the last that the visitor has seen. */
  delivered: number
  seen: number
}

/**
 * Advances both marks of a chat, at most to the last message that the visitor can see, and records it for operators:
 * whatever they ask for, they do not learn how many entries follow that they cannot see. What was seen was also
 * delivered. Null when nothing has changed, or the chat is not the visitor's.
 */
export async function markReached(work: Work, mark: MarkReached): Promise<Chat | null> {
  const { accountId, visitorId, chatId } = mark
  const delivered = Math.max(mark.delivered, mark.seen)
  const [chat] = await work.tx.$queryRaw<(Chat & { wasDelivered: number; wasSeen: number })[]>`
    WITH before AS (
      SELECT id, "deliveredSeq", "seenSeq", coalesce((
          SELECT entry.seq FROM "Message" entry WHERE entry."chatId" = "Chat".id AND ${isEntrySql('entry', 'forVisitor')}
          ORDER BY entry.seq DESC LIMIT 1), 0) AS "lastSeq"
      FROM "Chat"
      WHERE id = ${chatId}::uuid AND "accountId" = ${accountId}::uuid AND "visitorId" = ${visitorId}::uuid
      FOR NO KEY UPDATE
    )
    UPDATE "Chat" c SET "deliveredSeq" = greatest(c."deliveredSeq", least(${delivered}::int, before."lastSeq")),
      "seenSeq" = greatest(c."seenSeq", least(${mark.seen}::int, before."lastSeq"))
    FROM before
    WHERE c.id = before.id
      AND (c."deliveredSeq" < least(${delivered}::int, before."lastSeq") OR c."seenSeq" < least(${mark.seen}::int, before."lastSeq"))
    RETURNING ${columnsOf('Chat', 'c')}, before."deliveredSeq" AS "wasDelivered", before."seenSeq" AS "wasSeen"`
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

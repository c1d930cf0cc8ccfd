import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { Services } from '../../../services.ts'
import { isEntrySql } from '../../messages/entries/is-entry.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { samePerson } from '../../visitors/same-person.ts'
import { limitVisitor } from '../limit-visitor.ts'
import { markReached } from './mark-reached.ts'

interface MarkMessagesSeen {
  visitor: VisitorPrincipal
  chatId: string
  /** The sequence number of the last message that the visitor has seen. */
  seq: number
}

/** Of how many earlier chats one call marks the answers: rarely is there more than one. */
const MOST_CHATS = 20

/**
 * Shows operators how far the visitor has read: all of their chats are one conversation, so whoever has seen a message
 * has also seen the answers in chats that were closed before it. It never decreases. Throws `not_found`,
 * `too_many_requests`.
 */
export async function markMessagesSeen(
  services: Services,
  { visitor, chatId, seq }: MarkMessagesSeen,
): Promise<void> {
  await limitVisitor(services, visitor, 'seen')
  const { accountId, visitorId } = visitor
  await transact(services, async (work) => {
    const mark = (of: string) =>
      markReached(work, { accountId, visitorId: of, chatId, delivered: 0, seen: seq })
    if (await mark(visitorId)) return
    const theirs = { id: chatId, accountId, visitor: samePerson(visitorId) }
    const chat = await work.tx.chat.findFirst({ where: theirs, select: { visitorId: true } })
    // It changed hands while this waited for it.
    if (chat && chat.visitorId !== visitorId) await mark(chat.visitorId)
    if (!chat) throw new AppError('not_found', 'This chat does not exist.', { field: 'input.chatId' })
  })
  for (const { id, lastSeq } of await findEarlierUnread(services, { visitorId, chatId })) {
    await transact(services, (work) =>
      markReached(work, { accountId, visitorId, chatId: id, delivered: 0, seen: lastSeq }),
    )
  }
}

/** Closed chats with answers that count as unread, and that ended before this chat. */
function findEarlierUnread(
  { db }: Services,
  { visitorId, chatId }: { visitorId: string; chatId: string },
): Promise<{ id: string; lastSeq: number }[]> {
  return db.$queryRaw`
    SELECT c.id, c."lastSeq" FROM "Chat" c
    WHERE c."visitorId" = ${visitorId}::uuid AND c.status = 'CLOSED' AND c.id <> ${chatId}::uuid
      AND c."closedAt" <= (SELECT coalesce("closedAt", now()) FROM "Chat" WHERE id = ${chatId}::uuid)
      AND EXISTS (
        SELECT 1 FROM "Message" m WHERE m."chatId" = c.id AND ${isEntrySql('m', 'isReply')}
          AND m.seq > greatest(c."seenSeq", c."lastVisitorSeq", c."clearedSeq"))
    LIMIT ${MOST_CHATS}`
}

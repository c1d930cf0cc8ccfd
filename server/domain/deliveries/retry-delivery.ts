import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { OutboxItem } from '../../generated/prisma/client.ts'
import { resetFields } from '../../outbox/reset-fields.ts'
import type { Services } from '../../services.ts'
import { changeChat } from '../chats/change-chat.ts'
import { lockChatRow } from '../chats/lock-chat-row.ts'
import type { Viewer } from '../viewer.ts'
import { deliveriesOf } from './deliveries-of.ts'

/**
 * "Send again": a failed delivery becomes pending with the same id and three new attempts; the log keeps the old
 * ones. A delivery in another state is unchanged. Throws `not_found`.
 */
export function retryDelivery(
  services: Services,
  input: { viewer: Viewer; id: string },
): Promise<OutboxItem> {
  const { viewer, id } = input
  const visible = deliveriesOf(viewer)
  return transact(services, async (work) => {
    const found = await work.tx.outboxItem.findFirst({ where: { id, ...visible }, select: { chatId: true } })
    // Before the delivery: in this order both are deleted.
    if (found?.chatId) await lockChatRow(work.tx, found.chatId)
    const [delivery] = await work.tx.outboxItem.updateManyAndReturn({
      where: { id, ...visible, state: 'FAILED' },
      data: resetFields(),
    })
    if (!delivery) {
      const unchanged = await work.tx.outboxItem.findFirst({ where: { id, ...visible } })
      if (!unchanged) throw new AppError('not_found', 'This delivery does not exist.', { field: 'input.id' })
      return unchanged
    }
    const { chatId, messageId, lane } = delivery
    const about = { actor: actorOf(viewer), subjectId: id, ...(messageId && { messageId }) }
    if (chatId) await changeChat(work, chatId, {}, { ...about, kind: 'DELIVERY_RETRIED' })
    work.wake(lane, messageId)
    return delivery
  })
}

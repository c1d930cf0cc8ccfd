import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Delivery } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { changeChat } from '../chats/change-chat.ts'
import { type Viewer, within } from '../viewer.ts'

/**
 * "Send again": a failed delivery becomes pending with the same id and three new attempts; the log keeps the old
 * ones. A delivery in another state is unchanged. Throws `not_found`.
 */
export function retryDelivery(services: Services, input: { viewer: Viewer; id: string }): Promise<Delivery> {
  const { viewer, id } = input
  return transact(services, async (work) => {
    const [delivery] = await work.tx.delivery.updateManyAndReturn({
      where: { id, ...within(viewer), state: 'FAILED' },
      data: {
        state: 'PENDING',
        attempts: 0,
        startedAt: null,
        claimedUntil: null,
        nextAttemptAt: new Date(),
        errorCode: null,
        errorMessage: null,
      },
    })
    if (!delivery) {
      const unchanged = await work.tx.delivery.findFirst({ where: { id, ...within(viewer) } })
      if (!unchanged) throw new AppError('not_found', 'This delivery does not exist.', { field: 'input.id' })
      return unchanged
    }
    const { chatId, messageId, lane } = delivery
    const actor = actorOf(viewer)
    await changeChat(work, chatId, {}, { kind: 'DELIVERY_RETRIED', actor, messageId, subjectId: id })
    work.wake(lane)
    return delivery
  })
}

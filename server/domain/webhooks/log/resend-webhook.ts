import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { OutboxItem } from '../../../generated/prisma/client.ts'
import { laneOf } from '../../../outbox/lane.ts'
import type { Services } from '../../../services.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { WEBHOOK } from '../sending/webhook.ts'
import { webhookSchedule } from '../sending/webhook-schedule.ts'

/** One attempt immediately; it replaces the planned ones. */
export const ONE_ATTEMPT = {
  state: 'PENDING',
  attempts: webhookSchedule.attempts - 1,
  startedAt: null,
  claimedUntil: null,
  finishedAt: null,
} as const

/**
 * Sends an event again, with the same id, the same body and the newest secret: one attempt, in its own lane, so that
 * it waits for nothing and nothing waits for it. Throws `forbidden`, `not_found`, and `invalid_request` while the
 * endpoint is switched off.
 */
export async function resendWebhook(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<OutboxItem> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const item = await work.tx.outboxItem.findFirst({ where: { id, accountId, kind: WEBHOOK } })
    const endpoint =
      item &&
      (await work.tx.webhookEndpoint.findFirst({
        where: { id: item.receiverId, accountId, deletedAt: null },
      }))
    if (!endpoint) throw new AppError('not_found', 'This delivery does not exist.', { field: 'input.id' })
    if (!endpoint.enabled)
      throw new AppError('invalid_request', 'Switch the endpoint on first.', { field: 'input.id' })
    const lane = laneOf(WEBHOOK, id)
    const [again] = await work.tx.outboxItem.updateManyAndReturn({
      // If it is being sent already, nothing needs to be done.
      where: { id, OR: [{ claimedUntil: null }, { claimedUntil: { lt: new Date() } }] },
      data: { ...ONE_ATTEMPT, lane, nextAttemptAt: new Date() },
    })
    if (again) work.wake(lane, again.messageId)
    return again ?? item
  })
}

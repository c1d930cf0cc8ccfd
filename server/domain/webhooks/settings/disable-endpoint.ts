import { SYSTEM } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { WebhookDisabledReason } from '../../../generated/prisma/client.ts'
import { dropPending } from './drop-pending.ts'

/** Switches an endpoint off by itself; admins are told by the event. Once off, it changes nothing. */
export async function disableEndpoint(work: Work, id: string, reason: WebhookDisabledReason): Promise<void> {
  const [endpoint] = await work.tx.webhookEndpoint.updateManyAndReturn({
    where: { id, enabled: true, deletedAt: null },
    data: { enabled: false, disabledReason: reason, disabledAt: new Date() },
  })
  if (!endpoint) return
  await dropPending(work.tx, endpoint)
  const { accountId } = endpoint
  await work.record({
    accountId,
    kind: 'WEBHOOK_ENDPOINT_DISABLED',
    actor: SYSTEM,
    subjectId: id,
    data: { reason },
  })
}

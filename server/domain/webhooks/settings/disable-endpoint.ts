import { SYSTEM } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { WebhookDisabledReason, WebhookEndpoint } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { notifyAdmins } from '../../mail/notify-admins.ts'
import { dropPending } from './drop-pending.ts'

interface Disable {
  id: string
  reason: WebhookDisabledReason
  /** Only if it has had no success since: one may have come while an attempt failed. */
  failingBefore?: Date
}

/**
 * Switches an endpoint off automatically and notifies the admins, on the screen and by mail. If it is off already,
 * nothing changes.
 */
export async function disableEndpoint(
  services: Services,
  work: Work,
  { id, reason, failingBefore }: Disable,
): Promise<void> {
  const [endpoint] = await work.tx.webhookEndpoint.updateManyAndReturn({
    where: { id, enabled: true, deletedAt: null, failingSince: failingBefore && { lt: failingBefore } },
    data: { enabled: false, disabledReason: reason, disabledAt: new Date() },
  })
  if (!endpoint) return
  await dropPending(work.tx, endpoint)
  const { accountId, name } = endpoint
  await work.record({
    accountId,
    kind: 'WEBHOOK_ENDPOINT_DISABLED',
    actor: SYSTEM,
    subjectId: id,
    data: { reason },
  })
  await work.audit({
    actor: { accountId, ...SYSTEM, type: 'SYSTEM' },
    action: 'WEBHOOK_ENDPOINT_UPDATED',
    subject: { type: 'WebhookEndpoint', id, label: name },
    before: { enabled: true, disabledReason: null },
    after: { enabled: false, disabledReason: reason },
  })
  await notifyAdmins(services, work, {
    accountId,
    subject: `The webhook endpoint “${name}” was switched off`,
    text: textOf(endpoint, reason),
    path: '/settings/developers',
  })
}

function textOf({ name, url }: WebhookEndpoint, reason: WebhookDisabledReason): string {
  const { origin } = new URL(url)
  const why = {
    GONE: 'answered 410 Gone, which means that it wants no more events',
    FAILING: 'has failed for five days without a single success',
  }[reason]
  return `The webhook endpoint “${name}” (${origin}) ${why}. It was switched off: pending events were dropped, and it gets nothing until an admin switches it on again under Settings → Developers. Its log shows its answers.`
}

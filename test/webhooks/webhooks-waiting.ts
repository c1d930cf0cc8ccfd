import { webhookKind } from '../../server/domain/webhooks/sending/webhook-kind.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import type { OutboxKind } from '../../server/outbox/outbox-kind.ts'

/**
 * What leaves, with webhooks that wait so long between attempts: so short that a test can wait for it, or so long that it
 * need not. While it is null they wait as in earnest.
 */
export function webhooksWaiting(waitMs: () => number | null): readonly OutboxKind[] {
  const { schedule } = webhookKind
  const next: typeof schedule.next = (failed) => {
    const ms = waitMs()
    return ms === null ? schedule.next(failed) : new Date(failed.endedAt.getTime() + ms)
  }
  const hurried = { ...webhookKind, schedule: { ...schedule, next } }
  return outboxKinds.map((kind) => (kind === webhookKind ? hurried : kind))
}

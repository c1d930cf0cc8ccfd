import { SYSTEM } from '../../../events/actor.ts'
import { unreadableSecret } from '../../../outbound/outcome.ts'
import { signWebhook } from '../../../outbound/sign-webhook.ts'
import type { AttemptResult, Consequences, OutboxKind } from '../../../outbox/outbox-kind.ts'
import { everyMs } from '../../../outbox/schedule.ts'
import { decryptSecrets } from '../../../secrets.ts'
import { moveCall } from '../move-call.ts'
import { CALL_ORDER, ORDER_LIMIT_MS, type Order, orderBody, orderOfItem } from './call-order.ts'
import { readOrderAnswer } from './read-order-answer.ts'

/** Three attempts within half a minute: nobody waits longer for a call. */
const ATTEMPTS = 3
const ATTEMPT_EVERY_MS = 10_000
const ATTEMPT_LIMIT_MS = 8_000
const KEEP_DAYS = 30

/** The order of a callback to the company's telephone system (docs/calls.md). */
export const callOrderKind: OutboxKind<Order> = {
  name: CALL_ORDER,
  concurrency: 100,
  // Its receiver is the account: an unresponsive telephone system occupies these and no more.
  perReceiver: 20,
  claimMs: ATTEMPT_LIMIT_MS + 1_000,
  schedule: { attempts: ATTEMPTS, next: everyMs(ATTEMPT_EVERY_MS), failsLate: false, yieldsAfter: null },
  keepDays: KEEP_DAYS,
  target: orderOfItem,
  // A report may have come although no answer did; a call that has waited for too long has failed (failStaleCalls).
  isWanted: async (_services, { target }) =>
    target.state === 'START' && Date.now() - Date.parse(target.startedAt) < ORDER_LIMIT_MS,
  payload: async (_services, { target }) => orderBody(target),
  async send({ sender, env }, { item, target, payload }) {
    const { gatewayUrl, secrets } = target
    if (gatewayUrl === null)
      return {
        kind: 'failed',
        reason: 'refused',
        message: 'No telephone system is configured.',
        durationMs: 0,
      }
    const encrypted = secrets.map((secret) => Buffer.from(secret, 'base64'))
    const keys = decryptSecrets(encrypted, env.secretKey)
    if (keys.length === 0) return unreadableSecret('The secret that orders are signed with', 'Rotate it.')
    const signature = signWebhook({ id: item.id, at: new Date(), body: payload, secrets: keys })
    return sender.post({
      url: gatewayUrl,
      body: payload,
      headers: signature,
      chunked: false,
      timeoutMs: ATTEMPT_LIMIT_MS,
    })
  },
  read: readOrderAnswer,
  follow: async (_services, ended) => settleCall(ended),
}

/** An accepted order waits for reports; one that failed ends its call, unless a report came although no answer did. */
function settleCall({ item, state, verdict }: AttemptResult<Order>): Consequences {
  const callId = item.lane.slice(CALL_ORDER.length + 1)
  if (state === 'PENDING') return {}
  return {
    async run(work) {
      if (state === 'SENT') {
        const where = { id: callId, orderedAt: null }
        await work.tx.call.updateMany({ where, data: { orderedAt: new Date() } })
        return
      }
      const known = verdict.result === 'sent' ? null : verdict.message
      const reason = known ?? 'The telephone system could not be reached.'
      await moveCall(work, callId, { to: 'ERROR', actor: SYSTEM, reason, where: { state: 'START' } })
    },
  }
}

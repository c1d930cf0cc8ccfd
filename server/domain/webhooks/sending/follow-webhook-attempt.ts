import { DAY_MS } from '../../../durations.ts'
import type { Work } from '../../../events/transact.ts'
import type { OutboxItem } from '../../../generated/prisma/client.ts'
import type { AttemptResult, Consequences } from '../../../outbox/outbox-kind.ts'
import type { Services } from '../../../services.ts'
import { followAnswer } from '../answers/follow-answer.ts'
import { disableEndpoint } from '../settings/disable-endpoint.ts'
import { GONE } from './read-webhook-answer.ts'
import { WEBHOOK } from './webhook.ts'
import type { WebhookTarget } from './webhook-target.ts'

/** An endpoint that has failed for this long without a success is switched off. */
const FAILING_MS = 5 * 24 * 3_600_000

/** What an attempt means for its endpoint and the operators, and the note in the log. */
export async function followWebhookAttempt(
  services: Services,
  ended: AttemptResult<WebhookTarget>,
): Promise<Consequences> {
  const answered = followAnswer(ended)
  const runs = [judgeEndpoint(services, ended), answered.run].filter((run) => run !== undefined)
  return {
    note: answered.note ?? noteOf(ended),
    ...(runs.length > 0 && {
      async run(work) {
        for (const run of runs) await run(work)
      },
    }),
  }
}

function noteOf({ item, yields }: AttemptResult<WebhookTarget>): string | null {
  return yields ? 'Later events of the chat no longer wait for it.' : item.note
}

/** The changes of the endpoint; none as long as deliveries succeed. */
function judgeEndpoint(
  services: Services,
  { item, attempt, verdict }: AttemptResult<WebhookTarget>,
): Consequences['run'] {
  if (!attempt) return undefined
  const { receiverId: id } = item
  const { failingSince } = attempt.target
  if (verdict.result === 'sent') return failingSince === null ? undefined : (work) => noteSuccess(work, id)
  if (verdict.code === GONE) return (work) => disableEndpoint(services, work, { id, reason: 'GONE' })
  if (failingSince === null) return (work) => noteFailure(work, id)
  const failingBefore = new Date(Date.now() - FAILING_MS)
  if (Date.parse(failingSince) >= failingBefore.getTime()) return undefined
  return async (work) => {
    if (await hasSucceeded(work, item, new Date(failingSince))) return noteFailure(work, id, failingBefore)
    await disableEndpoint(services, work, { id, reason: 'FAILING', failingBefore })
  }
}

/**
 * Whether the log has a success since the endpoint first failed: that of an attempt which was under way at that moment
 * was not noted.
 */
async function hasSucceeded(
  { tx }: Work,
  { accountId, receiverId }: OutboxItem,
  failingSince: Date,
): Promise<boolean> {
  const sent = await tx.outboxItem.findFirst({
    where: {
      accountId,
      receiverId,
      kind: WEBHOOK,
      state: 'SENT',
      finishedAt: { gte: failingSince },
      createdAt: { gt: new Date(failingSince.getTime() - DAY_MS) },
    },
    select: { id: true },
  })
  return sent !== null
}

async function noteSuccess({ tx }: Work, id: string): Promise<void> {
  await tx.webhookEndpoint.update({ where: { id }, data: { failingSince: null } })
}

/** `failingBefore`: what it has failed for since before then is over. */
async function noteFailure({ tx }: Work, id: string, failingBefore?: Date): Promise<void> {
  const failingSince = failingBefore ? { lt: failingBefore } : null
  await tx.webhookEndpoint.updateMany({
    where: { id, failingSince },
    data: { failingSince: new Date() },
  })
}

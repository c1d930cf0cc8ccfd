import type { OutboxItem } from '../generated/prisma/client.ts'
import type { Outcome } from '../outbound/outcome.ts'
import { laneOf } from './lane.ts'
import type { AttemptResult, OutboxKind, Verdict } from './outbox-kind.ts'

/** What happens to an item after an attempt. */
export interface Plan extends Pick<OutboxItem, 'lane' | 'errorCode' | 'errorMessage'> {
  state: AttemptResult<unknown>['state']
  attempts: number
  nextAttemptAt: Date
  finishedAt: Date | null
}

/** Applies the item's schedule to a verdict. */
export function planAfter<Target>(
  { name, schedule }: OutboxKind<Target>,
  item: OutboxItem,
  { verdict, answer }: { verdict: Verdict; answer: Outcome | null },
): Plan {
  const now = new Date()
  const attempts = item.attempts + 1
  const { lane, nextAttemptAt } = item
  if (verdict.result === 'sent') {
    const sent = { state: 'SENT', finishedAt: now, errorCode: null, errorMessage: null } as const
    return { ...sent, attempts, lane, nextAttemptAt }
  }
  const error = { errorCode: verdict.code, errorMessage: verdict.message }
  const next = schedule.next({ attempts, startedAt: item.startedAt ?? now, endedAt: now, answer })
  const isOver = attempts >= schedule.attempts && !(schedule.failsLate && next > now)
  if (verdict.result === 'refused' || isOver) {
    return { ...error, state: 'FAILED', attempts, lane, nextAttemptAt, finishedAt: now }
  }
  const yields = schedule.yieldsAfter !== null && attempts >= schedule.yieldsAfter
  return {
    ...error,
    state: 'PENDING',
    attempts,
    lane: yields ? laneOf(name, item.id) : lane,
    nextAttemptAt: next,
    finishedAt: null,
  }
}

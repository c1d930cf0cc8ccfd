import type { OutboxItem } from '../generated/prisma/client.ts'
import type { Outcome } from '../outbound/outcome.ts'
import type { Plan } from './item-plan.ts'
import { laneOf } from './lane.ts'
import type { OutboxKind, Verdict } from './outbox-kind.ts'

interface Judged {
  verdict: Verdict
  answer: Outcome | null
  /** Whether it is overtaken after its first failed attempt; see `LaneOrder.isYielding`. */
  isYielding?: boolean
}

/** Applies the item's schedule to a verdict. */
export function planAfter<Target>(
  { name, schedule, order }: OutboxKind<Target>,
  item: OutboxItem,
  { verdict, answer, isYielding = false }: Judged,
): Plan {
  const now = new Date()
  const attempts = item.attempts + 1
  const { lane, nextAttemptAt, yieldedAt } = item
  if (verdict.result === 'sent') {
    const sent = { state: 'SENT', finishedAt: now, errorCode: null, errorMessage: null } as const
    return { ...sent, attempts, lane, nextAttemptAt, yieldedAt }
  }
  const error = { errorCode: verdict.code, errorMessage: verdict.message }
  const next = schedule.next({ attempts, startedAt: item.startedAt ?? now, endedAt: now, answer })
  const isOver = attempts >= schedule.attempts && !(schedule.failsLate && next > now)
  if (verdict.result === 'refused' || isOver) {
    return { ...error, state: 'FAILED', attempts, lane, nextAttemptAt, finishedAt: now, yieldedAt }
  }
  const { yieldsAfter } = schedule
  const own = laneOf(name, item.id)
  const yields = lane !== own && yieldsAfter !== null && attempts >= (isYielding ? 1 : yieldsAfter)
  return {
    ...error,
    state: 'PENDING',
    attempts,
    lane: yields ? own : (order?.retryLane(lane) ?? lane),
    yieldedAt: yields ? now : yieldedAt,
    nextAttemptAt: next,
    finishedAt: null,
  }
}

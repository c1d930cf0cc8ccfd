import type { Outcome } from '../outbound/outcome.ts'

/** The attempts at an item so far. */
interface AttemptsSoFar {
  attempts: number
  /** The beginning of the first attempt. */
  startedAt: Date
  /** The end of the last attempt. */
  endedAt: Date
  /** The result of the last one; null if unknown. */
  answer: Outcome | null
}

/** Says when attempts are made, and how many. */
export interface Schedule {
  attempts: number
  /** Returns when the next attempt is due. */
  next(failed: AttemptsSoFar): Date
  /**
   * If set, the item has failed only when a further attempt would be due; otherwise as soon as the last attempt has.
   */
  failsLate: boolean
  /**
   * After this many failed attempts, later items of the lane overtake it; null if they always wait. See
   * `LaneOrder.isYielding`.
   */
  yieldsAfter: number | null
}

/** Attempts that start at equal intervals. */
export function everyMs(ms: number): Schedule['next'] {
  return ({ startedAt, attempts }) => new Date(startedAt.getTime() + attempts * ms)
}

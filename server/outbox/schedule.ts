import type { Outcome } from '../outbound/outcome.ts'

/** The attempts at an item so far. */
interface AttemptsSoFar {
  attempts: number
  /** When the first of them began. */
  startedAt: Date
  /** When the last of them ended. */
  endedAt: Date
  /** The result of the last one; null if unknown. */
  answer: Outcome | null
}

/** When attempts are made. */
export interface Schedule {
  attempts: number
  /** When the next attempt is due. */
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

import type { Outcome } from '../outbound/outcome.ts'

/** The attempts at an item so far. */
interface Failed {
  attempts: number
  /** When the first of them began. */
  startedAt: Date
  /** When the last of them ended. */
  endedAt: Date
  /** What the last one brought; null when nobody knows. */
  answer: Outcome | null
}

/** When attempts are made. */
export interface Schedule {
  attempts: number
  /** When the next attempt is due. */
  next(failed: Failed): Date
  /** The item has failed only when a further attempt would be due; otherwise as soon as the last attempt has. */
  failsLate: boolean
  /** After so many failed attempts, later items of the lane overtake it; null when they always wait. */
  yieldsAfter: number | null
}

/** Attempts whose beginnings are equally far apart. */
export function everyMs(ms: number): Schedule['next'] {
  return ({ startedAt, attempts }) => new Date(startedAt.getTime() + attempts * ms)
}

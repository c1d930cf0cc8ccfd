/** The contract's part 8: three attempts, their beginnings 3 s apart, the error event 9 s after the first. */
export const ATTEMPTS = 3
export const ATTEMPT_EVERY_MS = 3_000
export const ATTEMPT_LIMIT_MS = 3_000

/**
 * When the delivery is due again after `attempts` failed ones, counted from the beginning of the first. After the
 * last attempt this is the time at which it has failed.
 */
export function nextAttemptAt(startedAt: Date, attempts: number): Date {
  return new Date(startedAt.getTime() + attempts * ATTEMPT_EVERY_MS)
}

import { availableParallelism } from 'node:os'
import { AppError } from '../../errors.ts'

/**
 * A hash keeps a core busy for some 20 ms, on a thread that files and DNS lookups need too (libuv has four): some are
 * left for the rest of the process.
 */
export const HASHES_AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))
/** More would wait for seconds. */
export const MOST_WAITING = 200

let inUse = 0
const waiting: (() => void)[] = []

/**
 * Runs work that hashes a password when it is its turn. Throws `service_unavailable` when too many are already
 * waiting.
 */
export async function inHashingSlot<T>(work: () => Promise<T>): Promise<T> {
  if (inUse < HASHES_AT_ONCE) inUse++
  else if (waiting.length < MOST_WAITING) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw crowded()
  try {
    return await work()
  } finally {
    // The slot goes directly to the caller that has waited longest, so that no new caller overtakes it.
    const next = waiting.shift()
    if (next) next()
    else inUse--
  }
}

function crowded(): AppError {
  return new AppError('service_unavailable', 'Too many people are signing in right now. Try again in 5 s.', {
    retryAfter: 5,
  })
}

import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

/** How failures slow down the tries that come after them. */
export interface SlowDownRule {
  name: string
  /** So many failures cost nothing; after the last of them the next try waits 1 s, and each further one doubles that. */
  free: number
  longestSeconds: number
  /** Failures are forgotten this long after the first. */
  forgetSeconds: number
}

/** Slows down only those who fail: successes are not counted, and no attempt is put off for ever. */
export interface SlowDown {
  /** Throws `too_many_requests`, with Retry-After, while earlier failures make this key wait. */
  check(slowing: SlowDownRule, key: string): Promise<void>
  fail(slowing: SlowDownRule, key: string): Promise<void>
  forget(slowing: SlowDownRule, key: string): Promise<void>
}

type LimiterFor = (limit: { name: string; points: number; seconds: number }) => RateLimiterAbstract

/** Counts failed attempts by the limiters of the installation, so that all processes know of them. */
export function createSlowDown(limiterFor: LimiterFor): SlowDown {
  const failures = ({ name, forgetSeconds }: SlowDownRule) =>
    limiterFor({ name: `${name}-failures`, points: Number.MAX_SAFE_INTEGER, seconds: forgetSeconds })
  const wait = ({ name, longestSeconds }: SlowDownRule) =>
    limiterFor({ name: `${name}-wait`, points: 1, seconds: longestSeconds })
  return {
    async check(slowing, key) {
      const waiting = await wait(slowing).get(key)
      if (waiting && waiting.msBeforeNext > 0)
        throw tooManyRequests(waiting.msBeforeNext, 'Too many failed attempts.')
    },
    async fail(slowing, key) {
      const { consumedPoints } = await failures(slowing).penalty(key)
      const beyond = consumedPoints - slowing.free
      if (beyond >= 0) await wait(slowing).block(key, Math.min(slowing.longestSeconds, 2 ** beyond))
    },
    async forget(slowing, key) {
      await Promise.all([failures(slowing).delete(key), wait(slowing).delete(key)])
    },
  }
}

/** The refusal that says when to come again. */
export function tooManyRequests(waitMs: number, what = 'Too many requests.'): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('too_many_requests', `${what} Try again in ${retryAfter} s.`, { retryAfter })
}

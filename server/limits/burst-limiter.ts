import type { Redis } from 'ioredis'

export interface Rate {
  perSecond: number
  /** How many may come at once after a pause. */
  burst: number
}

/**
 * The generic cell rate algorithm: a key stores the time at which its bucket is full again. `KEYS[1]`; milliseconds
 * for each request, and for a whole bucket. Returns how long to wait, 0 for a request that may pass. All processes
 * use Redis' own clock. Half a request is tolerated, which is more than the rounding errors of such sums.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local each, whole = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + each
local wait = full - whole - now
if wait > each / 2 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
return 0`

/** An answer that takes longer is not waited for: a Redis that hangs must not hang requests. */
const REDIS_LIMIT_MS = 500

interface RedisWithTake extends Redis {
  takeFromBurst(key: string, eachMs: number, wholeMs: number): Promise<number>
}

/**
 * A rate with a burst that holds at every moment, so that a border between two windows lets nothing through; exact
 * over all processes with Redis. While Redis does not answer each process counts for itself.
 */
export class BurstLimiter {
  readonly #redis: RedisWithTake | null
  readonly #full = new Map<string, number>()
  #pruneAt = 0

  constructor(redis: Redis | null) {
    redis?.defineCommand('takeFromBurst', { numberOfKeys: 1, lua: TAKE })
    this.#redis = redis as RedisWithTake | null
  }

  /** Returns 0 for a request that may pass, else how long to wait (milliseconds). */
  async take(key: string, { perSecond, burst }: Rate): Promise<number> {
    const each = 1000 / perSecond
    const own = this.#takeOwn(key, each, each * burst)
    if (!this.#redis) return own
    return withinLimit(this.#redis.takeFromBurst(key, each, each * burst)).catch(() => own)
  }

  #takeOwn(key: string, each: number, whole: number): number {
    const now = performance.now()
    if (now > this.#pruneAt) this.#prune(now, whole)
    const full = Math.max(this.#full.get(key) ?? 0, now) + each
    const wait = full - whole - now
    if (wait > each / 2) return Math.ceil(wait)
    this.#full.set(key, full)
    return 0
  }

  /** A bucket that is full again need not be stored. */
  #prune(now: number, whole: number): void {
    for (const [key, full] of this.#full) if (full <= now) this.#full.delete(key)
    this.#pruneAt = now + Math.max(whole, 10_000)
  }
}

function withinLimit<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis does not answer in time.')), REDIS_LIMIT_MS)
    answer.finally(() => clearTimeout(timer)).catch(() => undefined)
  })
  return Promise.race([answer, late])
}

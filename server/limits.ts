import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'
import { REDIS_PREFIX } from './redis.ts'

export interface Limit {
  name: string
  points: number
  seconds: number
}

export interface Limits {
  /** Uses up one point; throws `too_many_requests` with Retry-After when there is none left. */
  consume(limit: Limit, key: string): Promise<void>
  /** Gives the points back: a sign-in that succeeded. */
  reset(limit: Limit, key: string): Promise<void>
}

/** Rate limits, for all processes together when there is a Redis. Without its answer nobody is refused. */
export function createLimits(redis: Redis | null): Limits {
  // It defines a command of its own on the connection. A pipeline that was begun before would not know it, so that
  // ioredis crashes: it must be defined before anything is sent.
  if (redis) new RateLimiterRedis({ storeClient: redis, points: 1, duration: 1 })
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  const limiterFor = ({ name, points, seconds }: Limit) => {
    const id = `${name}:${points}:${seconds}`
    const known = limiters.get(id)
    if (known) return known
    const options = { keyPrefix: `${REDIS_PREFIX}limit:${name}`, points, duration: seconds }
    const limiter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: new RateLimiterMemory(options),
        })
      : new RateLimiterMemory(options)
    limiters.set(id, limiter)
    return limiter
  }
  return {
    async consume(limit, key) {
      try {
        await limiterFor(limit).consume(key)
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason
        const retryAfter = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
        throw new AppError('too_many_requests', `Too many requests. Try again in ${retryAfter} s.`, {
          retryAfter,
        })
      }
    },
    async reset(limit, key) {
      await limiterFor(limit).delete(key)
    },
  }
}

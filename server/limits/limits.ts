import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { BurstLimiter, type Rate } from './burst-limiter.ts'
import { type LimiterOptions, PacedLimiter } from './paced-limiter.ts'
import { createSlowDown, type SlowDown, tooManyRequests } from './slow-down.ts'

interface Limit {
  name: string
  points: number
  seconds: number
}

/** The part of a limit that is not used up. */
export interface Budget {
  remaining: number
  /** Milliseconds until everything is there again. */
  resetMs: number
}

export interface Limits {
  /**
   * Uses up a point, or several, counted over all processes before it returns: for actions that somebody may try only
   * a few times. Throws `too_many_requests` with Retry-After when there are not enough left.
   */
  consume(limit: Limit, key: string, points?: number): Promise<void>
  /** The same for the pace of requests: it waits for no store, and processes learn of each other's counts a moment later. */
  pace(limit: Limit, key: string): Promise<void>
  /** Uses up several points at the pace of requests, and returns what is left. Throws `too_many_requests` with Retry-After. */
  spend(limit: Limit, key: string, points: number): Promise<Budget>
  /**
   * Enforces a rate with a burst, at every moment and over all processes together. Throws `too_many_requests` with
   * Retry-After. It does not wait for a Redis that hangs.
   */
  meter(rate: Rate & { name: string }, key: string): Promise<void>
  /** Limits attempts of which only the failures count, such as passwords. */
  failures: SlowDown
}

/** The messages of a channel, from its address or from a widget. */
export function channelPace({ channelPerSecond }: { channelPerSecond: number }): Limit {
  return { name: 'channel', points: channelPerSecond, seconds: 1 }
}

/** A visitor's messages. A burst of ten seconds' worth: people paste several lines, and apps come back online with a backlog. */
export function visitorPace({ visitorPerSecond }: { visitorPerSecond: number }): Limit {
  return { name: 'visitor', points: visitorPerSecond * 10, seconds: 10 }
}

/** Rate limits, for all processes together when there is a Redis. While it does not answer, each counts for itself. */
export function createLimits(redis: Redis | null, prefix: string): Limits {
  // It defines a command of its own on the connection. A pipeline that was begun before would not know it, so that
  // ioredis crashes: it must be defined before anything is sent.
  if (redis) new RateLimiterRedis({ storeClient: redis, points: 1, duration: 1 })
  const limiterFor = remembered(prefix, (options) => {
    if (!redis) return new RateLimiterMemory(options)
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(options),
    })
  })
  const pacerFor = remembered(prefix, (options) =>
    redis ? new PacedLimiter(redis, options) : new RateLimiterMemory(options),
  )
  const bursts = new BurstLimiter(redis)
  return {
    async consume(limit, key, points) {
      await refuseInTime(limiterFor(limit).consume(key, points))
    },
    async pace(limit, key) {
      await refuseInTime(pacerFor(limit).consume(key))
    },
    async spend(limit, key, points) {
      const left = await refuseInTime(pacerFor(limit).consume(key, points))
      return { remaining: left.remainingPoints, resetMs: left.msBeforeNext }
    },
    async meter({ name, ...rate }, key) {
      const waitMs = await bursts.take(`${prefix}limit:${name}:${key}`, rate)
      if (waitMs > 0) throw tooManyRequests(waitMs)
    },
    failures: createSlowDown(limiterFor),
  }
}

/** One limiter for each limit. */
function remembered<Limiter>(
  prefix: string,
  create: (options: LimiterOptions) => Limiter,
): (limit: Limit) => Limiter {
  const limiters = new Map<string, Limiter>()
  return ({ name, points, seconds }) => {
    const id = `${name}:${points}:${seconds}`
    const known = limiters.get(id)
    if (known) return known
    const limiter = create({ keyPrefix: `${prefix}limit:${name}`, points, duration: seconds })
    limiters.set(id, limiter)
    return limiter
  }
}

async function refuseInTime(consumed: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await consumed
  } catch (reason) {
    throw reason instanceof RateLimiterRes ? tooManyRequests(reason.msBeforeNext) : reason
  }
}

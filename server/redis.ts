import { Redis } from 'ioredis'
import { describeError } from './describe-error.ts'
import type { Logger } from './logger.ts'

/** Keys of this product in a Redis that others may share; the braces keep them on one node of a cluster. */
export const REDIS_PREFIX = '{switchboard}:'

/**
 * `producer`: a request waits for it, so a command fails at once when Redis is away.
 * `worker`, `subscriber`: they have nothing better to do than to wait for Redis to come back.
 */
export function createRedis(url: string, use: 'producer' | 'worker' | 'subscriber', log: Logger): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining: use === 'producer',
    enableOfflineQueue: use !== 'producer',
    maxRetriesPerRequest: use === 'producer' ? 1 : null,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    lazyConnect: true,
  })
  redis.on('error', (error) =>
    log.warn({ store: 'redis', use, reason: describeError(error).reason }, 'Redis does not answer'),
  )
  return redis
}

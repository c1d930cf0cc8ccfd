import { Redis } from 'ioredis'
import { describeError } from './describe-error.ts'
import type { Logger } from './logger.ts'

/** How long a command of a request may take; after that it fails as if Redis were away. */
const COMMAND_MS = 1_000
/** A connection that has not answered for this long is closed. */
const SILENCE_MS = 2_000

/**
 * The prefix of an installation's keys and topics, in a Redis that others may share (Pub/Sub has no database
 * numbers). The braces keep them on one node of a cluster.
 */
export function redisPrefix(installationId: string): string {
  return `{switchboard:${installationId}}:`
}

/**
 * `producer`: a request waits for it, so a command fails at once when Redis is away, and soon when it hangs.
 * `worker`, `subscriber`: they have nothing better to do than to wait for Redis to come back.
 */
export function createRedis(url: string, use: 'producer' | 'worker' | 'subscriber', log: Logger): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining: use === 'producer',
    enableOfflineQueue: use !== 'producer',
    maxRetriesPerRequest: use === 'producer' ? 1 : null,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    lazyConnect: true,
    connectTimeout: SILENCE_MS,
    ...(use === 'producer' && { commandTimeout: COMMAND_MS }),
    // The bus subscribes again itself: when the connection is lost in the middle of it, the client's own attempt would
    // be a rejection that nobody handles.
    autoResubscribe: false,
    // Not for workers, whose commands wait for jobs.
    ...(use !== 'worker' && { socketTimeout: SILENCE_MS }),
  })
  redis.on('error', (error) =>
    log.warn({ store: 'redis', use, reason: describeError(error).reason }, 'Redis is not responding'),
  )
  return redis
}

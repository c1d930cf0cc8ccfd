import { Redis, type RedisOptions } from 'ioredis'
import { clusterConnector } from './cluster-connector.ts'
import { describeError } from './describe-error.ts'
import type { Logger } from './logger.ts'
import { type CommandObserver, observedRedis } from './observed-redis.ts'
import { parseRedisAddress, type RedisAddress } from './redis-address.ts'

/** How long a command of a request may take; after that it fails as if Redis were away. */
const COMMAND_MS = 1_000
/** A connection that has not answered for this long is closed. */
const SILENCE_MS = 2_000
/** The same for workers: BullMQ has a command wait for a job for at most ten seconds. */
const WORKER_SILENCE_MS = 15_000

/** How Redis is reached, from the environment. */
export interface RedisSettings {
  url: string
  /** The certificates of the authorities that sign its own, in PEM; undefined: those that Node knows. */
  ca?: string | undefined
}

/**
 * The prefix of an installation's keys and topics, in a Redis that others may share (Pub/Sub has no database
 * numbers). The braces keep them on one node of a cluster.
 */
export function redisPrefix(installationId: string): string {
  return `{switchboard:${installationId}}:`
}

interface CreateRedis {
  use: 'producer' | 'worker' | 'subscriber'
  /** That of the installation, for a cluster to find the node that has its keys. */
  prefix: string
  log: Logger
  /** Told of every command, if there is one. */
  observe?: CommandObserver | undefined
}

/**
 * `producer`: a request waits for it, so a command fails at once when Redis is away, and soon when it hangs.
 * `worker`, `subscriber`: they have nothing better to do than to wait for Redis to come back.
 */
export function createRedis(settings: RedisSettings, { use, prefix, log, observe }: CreateRedis): Redis {
  const tuning: RedisOptions = {
    enableAutoPipelining: use === 'producer',
    enableOfflineQueue: use !== 'producer',
    maxRetriesPerRequest: use === 'producer' ? 1 : null,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    connectTimeout: SILENCE_MS,
    ...(use === 'producer' && { commandTimeout: COMMAND_MS }),
    // The bus subscribes again itself: when the connection is lost in the middle of it, the client's own attempt would
    // be a rejection that nobody handles.
    autoResubscribe: false,
    // A server that vanishes with its machine ends no connection.
    socketTimeout: use === 'worker' ? WORKER_SILENCE_MS : SILENCE_MS,
    reconnectOnError: (error) => (isElsewhere(error) ? 2 : false),
  }
  const redis = openRedis(settings, prefix, tuning, observe && observedRedis(observe))
  redis.on('error', (error) =>
    log.warn({ store: 'redis', use, reason: describeError(error).reason }, 'Redis is not responding'),
  )
  return redis
}

/** A client that connects when it is asked to. `key` is any key of the installation's prefix. */
export function openRedis(
  { url, ca }: RedisSettings,
  key: string,
  tuning: RedisOptions,
  Client = Redis,
): Redis {
  const address = parseRedisAddress(url)
  const { kind, nodes, username, password, db } = address
  const tls = address.tls ? { ...(ca !== undefined && { ca }) } : undefined
  const access = { ...(username && { username }), ...(password && { password }), ...(tls && { tls }) }
  const options: RedisOptions = { ...tuning, ...access, db, lazyConnect: true }
  if (kind === 'single') return new Client({ ...options, ...nodes[0] })
  if (kind === 'sentinel') return new Client({ ...options, ...sentinelOptions(address, tuning) })
  const limitMs = tuning.connectTimeout ?? SILENCE_MS
  return new Client({
    ...options,
    Connector: clusterConnector({ nodes, key, access, limitMs, retry: tuning.retryStrategy }),
  })
}

function sentinelOptions(address: RedisAddress, { retryStrategy }: RedisOptions): RedisOptions {
  const { nodes, primary, sentinelUsername, sentinelPassword, tls } = address
  return {
    sentinels: nodes,
    ...(primary && { name: primary }),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    enableTLSForSentinelMode: tls,
    ...(retryStrategy && { sentinelRetryStrategy: retryStrategy }),
  }
}

/** After a fail-over: the server has become a replica, or another node of the cluster has the keys. */
function isElsewhere({ message }: Error): boolean {
  return /^(MOVED|ASK|READONLY) |-READONLY /.test(message)
}

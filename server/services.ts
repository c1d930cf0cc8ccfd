import type { Redis } from 'ioredis'
import { createDb, createPool, type Db, type Pool } from './db.ts'
import { AccessTokens } from './domain/bot-providers/access-tokens.ts'
import { BotDirectory } from './domain/bots/bot-directory.ts'
import { ChannelDirectory } from './domain/channels/channel-directory.ts'
import { Slots } from './domain/lanes/slots.ts'
import { AppendQueue } from './domain/messages/append-queue.ts'
import type { Env } from './env.ts'
import { Announcer } from './events/announce.ts'
import { type Bus, createLocalBus, createRedisBus } from './events/bus.ts'
import { EventHub } from './events/hub.ts'
import { createStorage, type Storage } from './files/storage.ts'
import { createQueues, type Queues } from './jobs/queues.ts'
import { wakeLanes } from './jobs/wake-lanes.ts'
import { createLimits, type Limits } from './limits.ts'
import type { Logger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createSender, type Sender } from './outbound/create-sender.ts'
import { createLocalConnections, createRedisConnections } from './presence/connections.ts'
import { Presence } from './presence/presence.ts'
import { createRedis, REDIS_PREFIX } from './redis.ts'
import { RefusalLog } from './refusal-log.ts'

/** What verbs work with. One for each process. */
export interface Services {
  env: Env
  log: Logger
  /** What was refused, in the log. */
  refusals: RefusalLog
  metrics: Metrics
  db: Db
  /** The connections of `db`, for the statements of hot paths. */
  pool: Pool
  redis: Redis | null
  bus: Bus
  hub: EventHub
  announcer: Announcer
  presence: Presence
  channels: ChannelDirectory
  bots: BotDirectory
  accessTokens: AccessTokens
  queues: Queues
  appends: AppendQueue
  /** A quarter of what a worker delivers at a time, for each channel. */
  deliverySlots: Slots
  /** For each bot; a conversation that waits for a bot that hangs uses one for 3 s. */
  botSlots: Slots
  limits: Limits
  sender: Sender
  storage: Storage
  close(): Promise<void>
}

/** Connects to the stores. `databaseUrl` is that of `env`, or of the embedded PostgreSQL. */
export async function createServices(env: Env, databaseUrl: string, log: Logger): Promise<Services> {
  const metrics = createMetrics()
  const pool = createPool(databaseUrl, env.database.pool)
  const db = createDb(pool)
  const redis = env.redis.url ? createRedis(env.redis.url, 'producer', log) : null
  const subscriber = env.redis.url ? createRedis(env.redis.url, 'subscriber', log) : null
  await Promise.all([redis?.connect(), subscriber?.connect()])
  const bus = redis && subscriber ? createRedisBus(redis, subscriber, REDIS_PREFIX) : createLocalBus()
  const hub = new EventHub(bus)
  const queues = createQueues(env, databaseUrl, log)
  const announcer = new Announcer({
    db,
    bus,
    log,
    metrics,
    wakeLanes: (lanes) => wakeLanes(queues, lanes),
  })
  const connections = redis ? createRedisConnections(redis) : createLocalConnections()
  const presence = new Presence({ connections, bus, hub, log })
  const channels = new ChannelDirectory(db)
  const bots = new BotDirectory(db)
  await Promise.all([presence.start(), channels.start(bus), bots.start(bus)])
  const sender = createSender({ allowPrivateTargets: env.outbound.allowPrivateTargets })
  return {
    env,
    log,
    refusals: new RefusalLog(log),
    metrics,
    db,
    pool,
    redis,
    bus,
    hub,
    announcer,
    presence,
    channels,
    queues,
    appends: new AppendQueue(pool),
    bots,
    accessTokens: new AccessTokens({ env, redis, sender }),
    deliverySlots: new Slots(50),
    botSlots: new Slots(200),
    limits: createLimits(redis),
    sender,
    storage: createStorage({ dir: env.files.dir }),
    async close() {
      await presence.stop().catch((error) => log.warn({ reason: error.message }, 'presence'))
      await announcer.flush()
      await queues.close()
      await sender.close()
      await bus.close()
      redis?.disconnect()
      await db.$disconnect()
    },
  }
}

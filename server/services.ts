import type { Redis } from 'ioredis'
import manifest from '../package.json' with { type: 'json' }
import { createDb, createPool, type Db, type Pool } from './database/client.ts'
import { createReads } from './database/create-reads.ts'
import { observeStatements } from './database/observe-statements.ts'
import {
  type AnsweredReplyQueue,
  createAnsweredReplyQueue,
} from './domain/bots/incoming/answered-reply-queue.ts'
import { AccessTokens } from './domain/bots/providers/access-tokens.ts'
import { BotDirectory } from './domain/bots/settings/bot-directory.ts'
import { ChannelDirectory } from './domain/channels/channel-directory.ts'
import { UsualAnswers } from './domain/channels/usual-answers.ts'
import { type AppendQueue, createAppendQueue } from './domain/messages/append-queue.ts'
import { findVisitStart } from './domain/visits/find-visit-start.ts'
import { findWebsiteIds } from './domain/visits/find-website-ids.ts'
import { Announcer } from './events/announce.ts'
import { type Bus, createLocalBus, createRedisBus, type RedisBusOptions } from './events/bus.ts'
import { EventHub } from './events/hub.ts'
import { createStorage } from './files/create-storage.ts'
import { FileWorkers } from './files/file-workers.ts'
import type { Storage } from './files/storage.ts'
import type { VisitorPhoto } from './generated/prisma/client.ts'
import { createGeoIp, type GeoIp } from './http/geo-ip.ts'
import { createQueues, type Queues } from './jobs/queues.ts'
import { workLane } from './jobs/work-lane.ts'
import { KeyedQueue } from './limits/keyed-queue.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { createMailer, type Mailer } from './outbound/create-mailer.ts'
import { createSender, type Sender } from './outbound/create-sender.ts'
import { Origins } from './outbox/origins.ts'
import { Waker } from './outbox/waker.ts'
import { paths } from './paths.ts'
import { createLocalConnections, createRedisConnections } from './presence/connections.ts'
import { Presence } from './presence/presence.ts'
import { QueuePositions } from './presence/queue-positions.ts'
import { SiteWatches } from './presence/site-watches.ts'
import { VisitorPresence, type VisitorTiming } from './presence/visitor-presence.ts'
import { WidgetStatus } from './presence/widget-status.ts'
import { describeError } from './process/describe-error.ts'
import type { Env } from './process/env.ts'
import type { Logger } from './process/logger.ts'
import { createMetrics, type Metrics } from './process/metrics.ts'
import { createRedis, redisPrefix } from './process/redis.ts'
import { parseRedisAddress } from './process/redis-address.ts'
import { RefusalLog } from './process/refusal-log.ts'
import { createTracing } from './process/tracing/create-tracing.ts'
import { traceCommands } from './process/tracing/trace-commands.ts'
import type { Tracing } from './process/tracing/tracing.ts'
import { findInstallationId } from './stores/find-installation-id.ts'
import { isPooled } from './stores/is-pooled.ts'
import { processName } from './stores/process-name.ts'

/** Everything that verbs work with. Each process has one. */
export interface Services {
  env: Env
  log: Logger
  /** Writes to the log which requests were refused, in few lines however many there are. */
  refusals: RefusalLog
  metrics: Metrics
  /** Traces with OpenTelemetry, if an exporter is configured. */
  tracing: Tracing
  /** The requests that have made what is sent out. */
  origins: Origins
  db: Db
  /** The connections of `db`, for the statements of hot paths. */
  pool: Pool
  /** For whoever looks at the database with a connection of their own. */
  databaseUrl: string
  /** The same for searches, lists of the past and exports, which a replica may answer. Only for `queryDirect`. */
  reads: Pool
  redis: Redis | null
  bus: Bus
  hub: EventHub
  announcer: Announcer
  presence: Presence
  channels: ChannelDirectory
  /** How soon the visitors of a widget are usually answered. */
  usualAnswers: UsualAnswers
  bots: BotDirectory
  accessTokens: AccessTokens
  queues: Queues
  appends: AppendQueue
  /** What bots reply in the bodies of their answers. */
  answeredReplies: AnsweredReplyQueue
  /** New visitors of an account, who are numbered. */
  firstChats: KeyedQueue
  /** Wakes the workers of lanes of the outbox that have something to send. */
  waker: Waker
  limits: Limits
  sender: Sender
  /** Null without SMTP_URL: mails are kept. */
  mailer: Mailer | null
  storage: Storage
  /** Finds the place of an IP address, if there is a GeoIP database. */
  geo: GeoIp
  /** Knows who answers in the widgets whose visitors are connected to this process. */
  widgetStatus: WidgetStatus
  queuePositions: QueuePositions
  /** Knows which visitors are on the websites at the moment. */
  visitorPresence: VisitorPresence
  /** Knows what has changed in the lists of them that screens show. */
  siteWatches: SiteWatches
  fileWorkers: FileWorkers
  /** Pictures of visitors that are under way. */
  photoFetches: Map<string, Promise<VisitorPhoto>>
  close(): Promise<void>
}

/** Intervals that tests choose. */
interface Timing {
  presenceGraceMs?: number | undefined
  /** How often queues are looked at without news of them. */
  queueLookMs?: number | undefined
  visitors?: VisitorTiming | undefined
}

/** Connects to the stores. `databaseUrl` is that of `env`, or of the embedded PostgreSQL. */
export async function createServices(
  env: Env,
  databaseUrl: string,
  log: Logger,
  { presenceGraceMs, queueLookMs, visitors }: Timing = {},
): Promise<Services> {
  const metrics = createMetrics()
  metrics.build.set({ version: manifest.version, role: env.role }, 1)
  const tracing = await createTracing(env, log)
  const { directUrl = databaseUrl, pool: max, preparesStatements } = env.database
  const noteDead = (store: string) => (connections: number) =>
    log.warn({ store, connections }, 'connections were ended that their server no longer knew')
  const pool = createPool(databaseUrl, max, {
    name: processName(env.role, paths.migrations),
    observe: observeStatements({ metrics, tracing }, 'primary'),
    onDead: noteDead('postgresql'),
    keepsContext: tracing.isOn,
    isPooled: env.database.url !== undefined && (await isPooled(databaseUrl)),
    ...(preparesStatements !== undefined && { preparesStatements }),
  })
  const db = createDb(pool)
  const { readUrl } = env.database
  const replica = readUrl
    ? createPool(readUrl, max, {
        observe: observeStatements({ metrics, tracing }, 'replica'),
        onDead: noteDead('replica'),
        keepsContext: tracing.isOn,
        isPooled: await isPooled(readUrl),
      })
    : null
  const reads = createReads({ pool, replica, log })
  const prefix = redisPrefix(await findInstallationId(pool))
  const observe = traceCommands(tracing)
  const redis = env.redis && createRedis(env.redis, { use: 'producer', prefix, log, observe })
  const subscriber = env.redis && createRedis(env.redis, { use: 'subscriber', prefix, log })
  await Promise.all([redis?.connect(), subscriber?.connect()])
  const bus =
    env.redis && redis && subscriber
      ? openRedisBus({
          publisher: redis,
          subscriber,
          prefix,
          countsListeners: parseRedisAddress(env.redis.url).kind !== 'cluster',
          log,
          metrics,
        })
      : createLocalBus()
  const hub = new EventHub({ bus, db, pool, log, metrics })
  const queues = createQueues({ env, databaseUrl: directUrl, prefix, log, observe })
  const waker = new Waker((lanes, delayMs = 0) =>
    queues.enqueue(
      workLane,
      lanes.map((lane) => ({ lane })),
      { delayMs },
    ),
  )
  const origins = new Origins({ redis, prefix })
  const announcer = new Announcer({
    bus,
    hub,
    log,
    metrics,
    origins,
    startLane: (lane) => waker.start(lane),
    enqueueLanes: (lanes) => waker.enqueue(lanes),
  })
  const connections = redis ? createRedisConnections(redis, prefix) : createLocalConnections()
  const presence = new Presence({ connections, bus, hub, log, graceMs: presenceGraceMs })
  const channels = new ChannelDirectory(pool)
  const bots = new BotDirectory(db)
  const fileWorkers = new FileWorkers({
    onEnd: (kind, outcome, durationMs) => metrics.fileSeconds.observe({ kind, outcome }, durationMs / 1000),
  })
  const refusals = new RefusalLog(log)
  await Promise.all([hub.start(), presence.start(), channels.start(bus), bots.start(bus)])
  const widgetStatus = new WidgetStatus({ channels, presence, bus, log })
  await widgetStatus.start()
  const queuePositions = new QueuePositions({ pool, presence, bus, log, everyMs: queueLookMs })
  await queuePositions.start()
  const visitorPresence = new VisitorPresence({
    redis,
    prefix,
    log,
    hub,
    tell: (event) => announcer.tell(event),
    findStart: (visitorId) => findVisitStart(db, visitorId),
    timing: visitors,
  })
  const sender = createSender({ allowPrivateTargets: env.outbound.allowPrivateTargets, tracing })
  const mailer = env.mail && createMailer(env.mail)
  return {
    env,
    log,
    metrics,
    tracing,
    origins,
    db,
    pool,
    databaseUrl,
    reads,
    redis,
    bus,
    hub,
    announcer,
    presence,
    channels,
    usualAnswers: new UsualAnswers(db),
    queues,
    appends: createAppendQueue({ pool, announcer }),
    answeredReplies: createAnsweredReplyQueue(pool),
    firstChats: new KeyedQueue(),
    bots,
    accessTokens: new AccessTokens({ env, db, sender }),
    waker,
    limits: createLimits(redis, prefix),
    refusals,
    sender,
    mailer,
    storage: createStorage(env.files),
    geo: await createGeoIp(env.geoipDatabase, log),
    widgetStatus,
    queuePositions,
    visitorPresence,
    siteWatches: new SiteWatches({
      ...{ hub, presence: visitorPresence, db, log },
      findWebsites: (viewer) => findWebsiteIds({ db }, viewer),
    }),
    fileWorkers,
    photoFetches: new Map(),
    async close() {
      await presence.stop().catch((error) => log.warn({ reason: describeError(error).reason }, 'presence'))
      widgetStatus.stop()
      queuePositions.stop()
      await visitorPresence.stop()
      await hub.stop()
      refusals.flush()
      await announcer.flush()
      await queues.close()
      fileWorkers.close()
      await sender.close()
      mailer?.close()
      await bus.close()
      redis?.disconnect()
      await db.$disconnect()
      // If Prisma itself never ran a query, `$disconnect` leaves the pool open.
      if (!pool.ended) await pool.end()
      await replica?.end()
      await tracing.close().catch(() => {})
    },
  }
}

function openRedisBus({
  log,
  metrics,
  ...connections
}: Pick<Services, 'log' | 'metrics'> & Omit<RedisBusOptions, 'onDropped'>): Bus {
  return createRedisBus({
    ...connections,
    onDropped(topic, error) {
      metrics.droppedBusMessages.inc()
      log.warn({ topic, reason: (error as Error).name }, 'a message from another process cannot be read')
    },
  })
}

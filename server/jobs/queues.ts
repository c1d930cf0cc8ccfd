import {
  createPostgresBackend,
  type JobsOptions,
  Queue,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import type { Redis } from 'ioredis'
import { describeError } from '../process/describe-error.ts'
import type { Env } from '../process/env.ts'
import type { Logger } from '../process/logger.ts'
import type { CommandObserver } from '../process/observed-redis.ts'
import { createRedis } from '../process/redis.ts'
import type { JobDefinition } from './define-job.ts'

/** History lives in the database; a finished job that is kept would swallow the next one with its key. */
const JOB_OPTIONS: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }
const RETRIES = { type: 'exponential', delay: 1_000 }
/**
 * A lane whose worker was killed continues within 25 s, however often that happens to it: its job lives for as long
 * as there is something to deliver.
 */
const STALLED = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 1_000 }

type Processor = ConstructorParameters<typeof Worker>[1]
type WorkerTuning = Pick<WorkerOptions, 'concurrency'>

/** BullMQ, on Redis when there is one, else on its PostgreSQL backend. */
export interface Queues {
  enqueue<Data>(job: JobDefinition<Data>, items: Data[], options?: { delayMs: number }): Promise<void>
  /** Makes sure that the recurring job is scheduled, once for the installation. */
  schedule(job: JobDefinition): Promise<void>
  /** Closing it waits for the jobs that run, unless Redis is away, which could not be told of their end. */
  work(queue: string, process: Processor, tuning: WorkerTuning): Pick<Worker, 'close'>
  /** Jobs that wait, are delayed or run. */
  depth(queue: string): Promise<number>
  close(): Promise<void>
}

type Connect = (use: 'producer' | 'worker') => { connection: object; prefix?: string }

interface QueuesOptions {
  env: Env
  /** Used when no Redis is configured; its BullMQ schema must have been migrated. */
  databaseUrl: string
  /** The prefix of this installation's keys in Redis. */
  prefix: string
  log: Logger
  /** Told of every command to Redis, if there is one. */
  observe?: CommandObserver | undefined
}

/** The queues of the installation that `prefix` names. */
export function createQueues({ env, databaseUrl, prefix, log, observe }: QueuesOptions): Queues {
  const { redis } = env
  if (!redis) {
    const postgres = withBackend(createPostgresBackend)
    // The library's classes have another type for this backend, but everything that we use is the same on both.
    return openQueues(postgres as unknown as typeof import('bullmq'), log, () => ({
      connection: { connectionString: databaseUrl, max: 5 },
    }))
  }
  const connections: Redis[] = []
  const queues = openQueues({ Queue, Worker } as typeof import('bullmq'), log, (use) => {
    const connection = createRedis(redis, { use, prefix, log, observe })
    connections.push(connection)
    // BullMQ adds the colon itself.
    return { connection, prefix: prefix.replace(/:$/, '') }
  })
  return {
    ...queues,
    async close() {
      await queues.close()
      for (const connection of connections) connection.disconnect()
    },
  }
}

function openQueues(
  bull: Pick<typeof import('bullmq'), 'Queue' | 'Worker'>,
  log: Logger,
  connect: Connect,
): Queues {
  const producer = connect('producer')
  const open = new Map<string, Queue>()
  const queueFor = (name: string): Queue => {
    const known = open.get(name)
    if (known) return known
    // `connection` is of one type for Redis and of another for PostgreSQL.
    const queue: Queue = new bull.Queue(name, { ...producer, defaultJobOptions: JOB_OPTIONS } as never)
    queue.on('error', (error) => log.warn({ queue: name, reason: describeError(error).reason }, 'queue'))
    open.set(name, queue)
    // One that was opened while Redis was away would fail for ever: the next use opens another. This one would go on
    // listening to the connection that they share.
    queue.waitUntilReady().catch(() => {
      if (open.get(name) === queue) open.delete(name)
      queue.close().catch(() => {})
    })
    return queue
  }
  return {
    async enqueue(job, items, { delayMs } = { delayMs: 0 }) {
      const names = new Set(items.map((data) => queueOf(job, data)))
      await Promise.all(
        [...names].map((name) =>
          queueFor(name).addBulk(
            items
              .filter((data) => queueOf(job, data) === name)
              .map((data) => ({
                name: job.name,
                data: job.schema.parse(data),
                opts: {
                  delay: delayMs,
                  ...(job.attempts && { attempts: job.attempts, backoff: RETRIES }),
                  ...(job.laneKey && { deduplication: { id: job.laneKey(data), keepLastIfActive: true } }),
                },
              })),
          ),
        ),
      )
    },
    async schedule(job) {
      if (!job.everyMs) return
      const queue = queueFor(queueOf(job, {}))
      // Every worker asks every few seconds, and mostly for what is there already.
      if ((await queue.getJobScheduler(job.name))?.every === job.everyMs) return
      await queue.upsertJobScheduler(job.name, { every: job.everyMs }, { name: job.name, data: {} })
    },
    work(name, process, tuning) {
      const connected = connect('worker')
      const worker = new bull.Worker(name, process, { ...connected, ...STALLED, ...tuning } as never)
      worker.on('error', (error) => log.warn({ queue: name, reason: describeError(error).reason }, 'worker'))
      const { connection } = connected
      return { close: () => worker.close('status' in connection && connection.status !== 'ready') }
    },
    async depth(name) {
      const counts = await queueFor(name).getJobCounts('wait', 'active', 'delayed')
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    },
    async close() {
      await Promise.all([...open.values()].map((queue) => queue.close()))
    },
  }
}

function queueOf<Data>({ queue }: JobDefinition<Data>, data: Data): string {
  return typeof queue === 'string' ? queue : queue(data)
}

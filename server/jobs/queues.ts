import {
  createPostgresBackend,
  type JobsOptions,
  Queue,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import type { Redis } from 'ioredis'
import { describeError } from '../describe-error.ts'
import type { Env } from '../env.ts'
import type { Logger } from '../logger.ts'
import { createRedis } from '../redis.ts'
import { type JobDefinition, type QueueName, queueNames } from './define-job.ts'

/** History lives in the database; a finished job that is kept would swallow the next one with its key. */
const JOB_OPTIONS: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }
/**
 * A lane whose worker was killed goes on within 25 s, however often that happens to it: its job lives for as long
 * as there is something to deliver.
 */
const STALLED = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 1_000 }

type Processor = ConstructorParameters<typeof Worker>[1]
type WorkerTuning = Pick<WorkerOptions, 'concurrency'>

/** BullMQ, on Redis when there is one, else on its PostgreSQL backend. */
export interface Queues {
  enqueue<Data>(job: JobDefinition<Data>, items: Data[]): Promise<void>
  /** Makes sure that the recurring job is scheduled, once for the installation. */
  schedule(job: JobDefinition): Promise<void>
  work(queue: QueueName, process: Processor, tuning: WorkerTuning): Worker
  /** Jobs that wait, are delayed or run. */
  depth(queue: QueueName): Promise<number>
  close(): Promise<void>
}

type Connect = (use: 'producer' | 'worker') => { connection: object; prefix?: string }

interface QueuesOptions {
  env: Env
  /** Used when no Redis is configured; its BullMQ schema must have been migrated. */
  databaseUrl: string
  /** Of this installation's keys in Redis. */
  prefix: string
  log: Logger
}

export function createQueues({ env, databaseUrl, prefix, log }: QueuesOptions): Queues {
  const redisUrl = env.redis.url
  if (!redisUrl) {
    const postgres = withBackend(createPostgresBackend)
    return openQueues(postgres as unknown as typeof import('bullmq'), log, () => ({
      connection: { connectionString: databaseUrl, max: 5 },
    }))
  }
  const connections: Redis[] = []
  const queues = openQueues({ Queue, Worker } as typeof import('bullmq'), log, (use) => {
    const connection = createRedis(redisUrl, use, log)
    connections.push(connection)
    // BullMQ puts the colon itself.
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
  const open = Object.fromEntries(
    queueNames.map((name) => {
      const queue = new bull.Queue(name, { ...producer, defaultJobOptions: JOB_OPTIONS } as never)
      queue.on('error', (error) => log.warn({ queue: name, reason: describeError(error).reason }, 'queue'))
      return [name, queue]
    }),
  ) as Record<QueueName, Queue>
  return {
    async enqueue(job, items) {
      await open[job.queue].addBulk(
        items.map((data) => ({
          name: job.name,
          data: job.schema.parse(data),
          opts: job.laneKey ? { deduplication: { id: job.laneKey(data), keepLastIfActive: true } } : {},
        })),
      )
    },
    async schedule(job) {
      // Writing it again would put its next run off.
      if (!job.everyMs || (await open[job.queue].getJobScheduler(job.name))) return
      await open[job.queue].upsertJobScheduler(job.name, { every: job.everyMs }, { name: job.name, data: {} })
    },
    work(name, process, tuning) {
      const worker = new bull.Worker(name, process, { ...connect('worker'), ...STALLED, ...tuning } as never)
      worker.on('error', (error) => log.warn({ queue: name, reason: describeError(error).reason }, 'worker'))
      return worker
    },
    async depth(name) {
      const counts = await open[name].getJobCounts('wait', 'active', 'delayed')
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    },
    async close() {
      await Promise.all(Object.values(open).map((queue) => queue.close()))
    },
  }
}

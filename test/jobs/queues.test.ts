import { randomUUID } from 'node:crypto'
import { DelayedError, type Job, type Worker } from 'bullmq'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { replyLane } from '../../server/domain/deliveries/client-reply.ts'
import { defineJob, type JobDefinition } from '../../server/jobs/define-job.ts'
import { createQueues, type Queues } from '../../server/jobs/queues.ts'
import { definitions } from '../../server/jobs/registry.ts'
import { workLane } from '../../server/jobs/work-lane.ts'
import { loadEnv } from '../../server/process/env.ts'
import { createLogger } from '../../server/process/logger.ts'
import { startWorker } from '../../server/worker.ts'
import { startTestApp } from '../support/app.ts'
import { openStores } from '../support/stores.ts'
import { until } from '../support/until.ts'

const cleanup: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const undo of cleanup.splice(0).reverse()) await undo()
})

async function openQueues(backend: string): Promise<Queues> {
  const { databaseUrl, redisUrl, close } = await openStores()
  cleanup.push(close)
  const env = loadEnv({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
    ...(backend === 'Redis' && { REDIS_URL: redisUrl }),
  })
  const queues = createQueues({
    env,
    databaseUrl,
    prefix: `{${randomUUID()}}:`,
    log: createLogger('silent'),
  })
  cleanup.push(() => queues.close())
  return queues
}

function work(queues: Queues, process: (job: Job, token?: string) => Promise<void>): Pick<Worker, 'close'> {
  const worker = queues.work('client-reply', process, { concurrency: 10 })
  cleanup.push(() => worker.close())
  return worker
}

/** Something that is done by the test when it has seen enough. */
function latch(): { open: () => void; opened: Promise<void> } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe.each(['Redis', 'PostgreSQL'])('a lane on %s', (backend) => {
  test('that is woken while its job runs runs once more after it, however often it was woken', async () => {
    const queues = await openQueues(backend)
    const lane = replyLane(randomUUID())
    const first = latch()
    let [running, most, runs] = [0, 0, 0]
    work(queues, async () => {
      runs += 1
      running += 1
      most = Math.max(most, running)
      if (runs === 1) await first.opened
      running -= 1
    })
    await queues.enqueue(workLane, [{ lane }])
    await expect.poll(() => runs).toBe(1)
    for (let time = 0; time < 3; time++) await queues.enqueue(workLane, [{ lane }])
    first.open()
    await expect.poll(() => queues.depth('client-reply')).toBe(0)
    expect({ runs, most }).toEqual({ runs: 2, most: 1 })
  })

  test('that is woken while its job is delayed keeps its one job and its time', async () => {
    const queues = await openQueues(backend)
    const times: number[] = []
    let due = 0
    work(queues, async (job, token) => {
      times.push(Date.now())
      if (times.length > 1) return
      due = Date.now() + 1_500
      await job.moveToDelayed(due, token)
      throw new DelayedError()
    })
    await until(async () => {
      const lane = replyLane(randomUUID())
      times.length = 0
      due = 0
      await queues.enqueue(workLane, [{ lane }])
      await expect.poll(() => due).toBeGreaterThan(0)
      for (let time = 0; time < 3; time++) await queues.enqueue(workLane, [{ lane }])
      const isInTime = Date.now() < due
      await expect.poll(() => queues.depth('client-reply')).toBe(0)
      // What wakes it when it is due already is too late, and is for a slow machine to try again.
      expect(isInTime).toBe(true)
    })
    expect(times).toHaveLength(2)
    expect(times[1]).toBeGreaterThanOrEqual(due - 50)
  })

  test('can be woken again after it was empty', async () => {
    const queues = await openQueues(backend)
    const lane = replyLane(randomUUID())
    let runs = 0
    work(queues, async () => {
      runs += 1
    })
    for (const times of [1, 2, 3]) {
      await queues.enqueue(workLane, [{ lane }])
      await expect.poll(() => queues.depth('client-reply')).toBe(0)
      expect(runs).toBe(times)
    }
  })

  test('can be woken again after its job has failed', async () => {
    const queues = await openQueues(backend)
    const lane = replyLane(randomUUID())
    let runs = 0
    work(queues, async () => {
      runs += 1
      throw new Error('a bug')
    })
    for (const times of [1, 2]) {
      await queues.enqueue(workLane, [{ lane }])
      await expect.poll(() => runs).toBe(times)
      await expect.poll(() => queues.depth('client-reply')).toBe(0)
    }
  })

  test('does not wait for another lane', async () => {
    const queues = await openQueues(backend)
    const [slow, quick] = [replyLane(randomUUID()), replyLane(randomUUID())]
    const end = latch()
    const done: string[] = []
    work(queues, async (job) => {
      if (job.data.lane === slow) await end.opened
      done.push(job.data.lane)
    })
    await queues.enqueue(workLane, [{ lane: slow }, { lane: quick }])
    await expect.poll(() => done).toEqual([quick])
    end.open()
    await expect.poll(() => done).toEqual([quick, slow])
  })
})

test.each(['Redis', 'PostgreSQL'])(
  'a recurring job on %s takes the interval that a later version gives it',
  async (backend) => {
    const queues = await openQueues(backend)
    let runs = 0
    work(queues, async () => {
      runs += 1
    })
    const daily = { name: 'daily', queue: 'client-reply' as const, schema: z.object({}), everyMs: 86_400_000 }
    await queues.schedule(defineJob(daily) as JobDefinition)
    await queues.schedule(defineJob({ ...daily, everyMs: 1_000 }) as JobDefinition)
    await expect.poll(() => runs).toBeGreaterThan(1)
  },
)

test('a worker refuses to start when a job has no handler', async () => {
  const app = await startTestApp()
  cleanup.push(() => app.close())
  const orphan = defineJob({ ...workLane, name: 'orphan' }) as JobDefinition
  definitions.push(orphan)
  cleanup.push(async () => definitions.splice(definitions.indexOf(orphan), 1))
  await expect(startWorker(app.services)).rejects.toThrow('No handler for: orphan')
})

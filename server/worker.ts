import { DelayedError, type Job, type Worker } from 'bullmq'
import { describeError } from './describe-error.ts'
import { type QueueName, queueNames } from './jobs/define-job.ts'
import type { JobHandler } from './jobs/handle-job.ts'
import { definitions, handlers } from './jobs/registry.ts'
import type { Services } from './services.ts'

/** Deliveries wait for other people's servers, so many can be in flight; the rest is our own work. */
const CONCURRENCY: Record<QueueName, number> = { deliveries: 200, bots: 600, typing: 100, maintenance: 1 }

/** A Redis that was emptied has forgotten what recurs, and without the sweep nothing that was lost comes back. */
const RESCHEDULE_MS = 5_000

export interface RunningWorker {
  /** Takes no more jobs, waits for those that run. */
  stop(): Promise<void>
}

/** Works every queue. Refuses to start when a job that can be enqueued has no handler. */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const byName = new Map(handlers.map((handler) => [handler.definition.name, handler]))
  const orphans = definitions.filter((definition) => !byName.has(definition.name))
  if (orphans.length > 0) {
    throw new Error(`No handler for: ${orphans.map((definition) => definition.name).join(', ')}`)
  }
  const stopping = new AbortController()
  const workers = queueNames.map((queue) =>
    services.queues.work(queue, (job, token) => runJob(services, stopping.signal, byName, job, token), {
      concurrency: CONCURRENCY[queue],
    }),
  )
  await schedule(services)
  const timer = setInterval(() => {
    schedule(services).catch((error) =>
      services.log.warn({ reason: describeError(error).reason }, 'the schedule is not sure'),
    )
  }, RESCHEDULE_MS)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(workers.map((worker: Worker) => worker.close()))
    },
  }
}

async function schedule({ queues }: Services): Promise<void> {
  for (const definition of definitions) await queues.schedule(definition)
}

async function runJob(
  services: Services,
  stopping: AbortSignal,
  byName: Map<string, JobHandler>,
  job: Job,
  token: string | undefined,
): Promise<void> {
  const handler = byName.get(job.name)
  if (!handler) {
    services.log.error(
      { job: job.name },
      'a job of another version is dropped: the sweep will repeat its work',
    )
    return
  }
  try {
    const again = await handler.run({ services, stopping }, job.data)
    if (!again) return
    await job.moveToDelayed(Math.max(again.runAgainAt.getTime(), Date.now() + 1), token)
  } catch (error) {
    services.log.error({ job: job.name, ...describeError(error) }, 'job failed')
    throw error
  }
  throw new DelayedError()
}

import { DelayedError, type Job } from 'bullmq'
import type { JobContext, JobHandler } from './jobs/handle-job.ts'
import { keepRounds } from './jobs/keep-rounds.ts'
import { definitions, handlers, ownQueues } from './jobs/registry.ts'
import { outboxKinds } from './outbox/kinds.ts'
import { queueOfKind } from './outbox/lane.ts'
import { Lanes } from './outbox/lanes.ts'
import { describeError } from './process/describe-error.ts'
import type { Services } from './services.ts'

/** A Redis that was emptied has lost the recurring jobs, and without the sweep no lost work is repeated. */
const RESCHEDULE_MS = 5_000

export interface RunningWorker {
  /** Takes no more jobs, waits for those that run. */
  stop(): Promise<void>
}

/** Works every queue. Refuses to start when a job that can be enqueued has no handler. */
export async function startWorker(services: Services, kinds = outboxKinds): Promise<RunningWorker> {
  const byName = new Map(handlers.map((handler) => [handler.definition.name, handler]))
  const orphans = definitions.filter((definition) => !byName.has(definition.name))
  if (orphans.length > 0) {
    throw new Error(`No handler for: ${orphans.map((definition) => definition.name).join(', ')}`)
  }
  const stopping = new AbortController()
  const context = { services, lanes: new Lanes(services, kinds, stopping.signal), stopping: stopping.signal }
  const queues = [
    ...kinds.map(({ name, concurrency }) => [queueOfKind(name), concurrency] as const),
    ...Object.entries(ownQueues),
  ]
  // Alerts compare with nothing, which is not there before the first one has failed.
  for (const { name: kind } of definitions) {
    for (const outcome of ['done', 'failed']) services.metrics.jobSeconds.zero({ kind, outcome })
  }
  const workers = queues.map(([queue, concurrency]) =>
    services.queues.work(queue, (job, token) => runJob(context, byName, job, token), { concurrency }),
  )
  services.waker.workHere((lane) => context.lanes.start(lane))
  // A Redis that is slow or away when a worker starts is waited for like later.
  const keepScheduled = () =>
    schedule(services).catch((error) =>
      services.log.warn(
        { reason: describeError(error).reason },
        'the recurring jobs could not be scheduled; trying again',
      ),
    )
  await keepScheduled()
  const timer = setInterval(keepScheduled, RESCHEDULE_MS)
  const stopRounds = keepRounds(services)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      services.waker.workHere(null)
      await stopRounds()
      await Promise.all([context.lanes.settle(), ...workers.map((worker) => worker.close())])
      await context.lanes.leave()
    },
  }
}

async function schedule({ queues }: Services): Promise<void> {
  for (const definition of definitions) await queues.schedule(definition)
}

async function runJob(
  context: JobContext,
  byName: Map<string, JobHandler>,
  job: Job,
  token: string | undefined,
): Promise<void> {
  const { log, metrics, tracing } = context.services
  const handler = byName.get(job.name)
  if (!handler) {
    log.error({ job: job.name }, 'a job of another version is dropped: the sweep will repeat its work')
    return
  }
  const startedAt = performance.now()
  const note = (outcome: 'done' | 'again' | 'failed') =>
    metrics.jobSeconds.observe({ kind: job.name, outcome }, (performance.now() - startedAt) / 1000)
  try {
    const again = await tracing.run(`job ${job.name}`, { kind: 'consumer', parent: null }, () =>
      handler.run(context, job.data),
    )
    note(again ? 'again' : 'done')
    if (!again) return
    await job.moveToDelayed(Math.max(again.runAgainAt.getTime(), Date.now() + 1), token)
  } catch (error) {
    note('failed')
    log.error({ job: job.name, ...describeError(error) }, 'job failed')
    throw error
  }
  throw new DelayedError()
}

import { setTimeout as pause } from 'node:timers/promises'
import { ownQueues } from '../../../jobs/registry.ts'
import { outboxKinds } from '../../../outbox/kinds.ts'
import { queueOfKind } from '../../../outbox/lane.ts'
import type { Services } from '../../../services.ts'

const LIMIT_MS = 2_000

/** A queue, and how many of its jobs wait, are delayed or run. */
export interface JobQueue {
  name: string
  /** Null when the store of the queues does not answer in time. */
  jobs: number | null
}

/** Every queue of the workers. */
export function countJobs({ queues }: Services): Promise<JobQueue[]> {
  const names = [...outboxKinds.map(({ name }) => queueOfKind(name)), ...Object.keys(ownQueues)]
  return Promise.all(
    names.map(async (name) => ({
      name,
      jobs: await Promise.race([queues.depth(name), pause(LIMIT_MS, null, { ref: false })]).catch(() => null),
    })),
  )
}

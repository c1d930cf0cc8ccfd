import type { Lanes } from '../outbox/lanes.ts'
import type { Services } from '../services.ts'
import type { JobDefinition } from './define-job.ts'

/** Ask the queue to run the job again at that time; its place in the lane is kept. */
export interface RunAgain {
  runAgainAt: Date
}

export interface JobContext {
  services: Services
  /** The lanes that this process works on. */
  lanes: Lanes
  /** Aborted when the process is asked to stop: finish what is in hand and return. */
  stopping: AbortSignal
}

export interface JobHandler {
  definition: JobDefinition
  run(context: JobContext, payload: unknown): Promise<RunAgain | undefined>
}

/** What a job does. The payload is parsed again: the process that enqueued it may be of another version. */
export function handleJob<Data>(
  definition: JobDefinition<Data>,
  run: (context: JobContext, data: Data) => Promise<RunAgain | undefined>,
): JobHandler {
  return {
    definition: definition as JobDefinition,
    run: async (context, payload) => run(context, definition.schema.parse(payload)),
  }
}

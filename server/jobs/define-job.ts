import type { z } from 'zod'
import type { Services } from '../services.ts'

/** The queues; each has workers of its own, so that one kind of work never waits for another. */
export const queueNames = ['deliveries', 'bots', 'typing', 'maintenance'] as const
export type QueueName = (typeof queueNames)[number]

export interface JobDefinition<Data = unknown> {
  name: string
  queue: QueueName
  schema: z.ZodType<Data>
  /**
   * Jobs with the same key do not run at the same time: one that comes while another waits is the same job,
   * one that comes while another runs starts after it.
   */
  laneKey?: (data: Data) => string
  /** The job runs again and again with this distance, on one worker of the installation. */
  everyMs?: number
}

/** Ask the queue to run the job again at that time; its place in the lane is kept. */
export interface RunAgain {
  runAgainAt: Date
}

export interface JobContext {
  services: Services
  /** Aborted when the process is asked to stop: finish what is in hand and return. */
  stopping: AbortSignal
}

export interface JobHandler {
  definition: JobDefinition
  run(context: JobContext, payload: unknown): Promise<RunAgain | undefined>
}

/** What a job is: its name, its queue and the shape of its payload (ids, not rows). */
export function defineJob<Data>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition
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

import type { z } from 'zod'

export interface JobDefinition<Data = unknown> {
  name: string
  /** Each queue has workers of its own, so that one kind of work never waits for another. */
  queue: string | ((data: Data) => string)
  schema: z.ZodType<Data>
  /**
   * Jobs with the same key do not run at the same time: one that comes while another waits is the same job,
   * one that comes while another runs starts after it.
   */
  laneKey?: (data: Data) => string
  /** The job runs again and again with this distance, on one worker of the installation. */
  everyMs?: number
  /** How often it is tried in all if it fails: after a second, and each time after twice as long. Once by default. */
  attempts?: number
}

/** What a job is: its name, its queue and the shape of its payload (ids, not rows). */
export function defineJob<Data>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition
}

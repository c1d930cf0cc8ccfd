import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Removes data that is no longer needed. */
export const prune = defineJob({
  name: 'prune',
  queue: 'maintenance',
  schema: z.object({}),
  everyMs: 3_600_000,
})

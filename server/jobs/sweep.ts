import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Repeats work that got lost between the database and the queue or the bus. */
export const sweep = defineJob({ name: 'sweep', queue: 'maintenance', schema: z.object({}), everyMs: 5_000 })

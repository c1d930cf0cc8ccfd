import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Mails people about what they have not seen. */
export const mailNews = defineJob({
  name: 'mail-news',
  queue: 'mail-replies',
  schema: z.object({}),
  everyMs: 20_000,
})

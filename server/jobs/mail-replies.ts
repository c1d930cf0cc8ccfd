import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Mails replies to visitors of websites who have left without seeing them. */
export const mailReplies = defineJob({
  name: 'mail-replies',
  queue: 'mail-replies',
  schema: z.object({}),
  everyMs: 20_000,
})

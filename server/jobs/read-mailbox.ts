import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Takes what visitors answered to mails from the mailbox IMAP_URL. */
export const readMailbox = defineJob({
  name: 'read-mailbox',
  queue: 'mailbox',
  schema: z.object({}),
  everyMs: 30_000,
})

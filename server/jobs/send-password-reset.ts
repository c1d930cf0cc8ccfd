import { z } from 'zod'
import { defineJob } from './define-job.ts'

/**
 * Mails a link to somebody who forgot their password. A job, so that the request takes equally long whether or not
 * somebody has this e-mail address.
 */
export const sendPasswordReset = defineJob({
  name: 'send-password-reset',
  queue: 'password-resets',
  schema: z.object({ email: z.string() }),
  // The last one follows eight minutes after the first.
  attempts: 10,
})

import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Tells a client that an operator has started or stopped typing: once, or not at all when it is late. */
export const sendTyping = defineJob({
  name: 'send-typing',
  queue: 'typing',
  schema: z.object({
    chatId: z.uuid(),
    userId: z.uuid(),
    typing: z.boolean(),
    /** Milliseconds since 1970. */
    at: z.number(),
  }),
})

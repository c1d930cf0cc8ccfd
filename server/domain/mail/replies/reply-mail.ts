import { z } from 'zod'

/** The kind of the outbox: replies that a visitor has left without seeing. */
export const REPLY_MAIL = 'REPLY_MAIL'

/** `OutboxItem.data` of this kind. */
export const replyMailData = z.object({
  /** It has the replies after the first and up to the second of these, as far as the visitor has not seen them. */
  after: z.number(),
  until: z.number(),
  /** Those that are in it, as it was last composed. */
  seqs: z.array(z.number()),
})

import { z } from 'zod'
import { ChatRating } from '../../../generated/prisma/enums.ts'
import { STATUS_OF_STATE } from '../../calls/call-state.ts'

/**
 * The parts of an event in `OutboxItem.data`: those that could have changed by the time of its first attempt. The
 * consumers that create the items write them (sending/webhook-items.ts).
 */

export const acceptedData = z.object({ agentId: z.uuid() })

export const assignedData = z.object({ agentId: z.uuid(), assignTo: z.string() })

/** A call as it was; it may have neither a chat nor an operator nor a known visitor. */
export const callData = z.object({
  agentId: z.uuid().nullish(),
  channelId: z.uuid().nullish(),
  visitorId: z.uuid().nullish(),
  call: z.object({
    type: z.enum(['callback', 'incoming', 'outgoing']),
    phone: z.string(),
    status: z.enum(Object.values(STATUS_OF_STATE)),
    reason: z.string().nullish(),
    recordUrl: z.string().nullish(),
  }),
})

/** Never changed, except for its answer. */
export const offlineMessageData = z.object({ offlineMessageId: z.uuid() })

/** The rating may have changed by then. */
export const ratedData = z.object({ rating: z.enum(ChatRating), comment: z.string().nullable() })

/** The contract's `call` (part 2.7). */
export function callOf({ type, phone, status, reason, recordUrl }: z.infer<typeof callData>['call']): object {
  return {
    type,
    phone,
    status,
    ...(status === 'error' && { reason: reason ?? '' }),
    ...(recordUrl && { record_url: recordUrl }),
  }
}

import { z } from 'zod'
import { CallState, CallType, ChatRating } from '../../../generated/prisma/enums.ts'
import { STATUS_OF_STATE } from '../../calls/call-state.ts'
import { translateEarlierData } from './earlier-data.ts'

/**
 * The parts of an event in `OutboxItem.data`: those that could have changed by the time of its first attempt. The
 * consumers that create the items write them (sending/webhook-items.ts). The contract's words are for the payload only.
 */

export const acceptedData = z.preprocess(translateEarlierData, z.object({ operatorId: z.uuid() }))

/** Who was in the chat when the visitor's data changed; null if a process of the earlier version stored the item. */
export const updatedData = z.object({ operatorId: z.uuid().nullable() }).nullable()

export const assignedData = z.preprocess(
  translateEarlierData,
  z.object({ operatorId: z.uuid(), assignTo: z.string() }),
)

/** A call as it was; it may have neither a chat nor an operator nor a known visitor. */
export const callData = z.preprocess(
  translateEarlierData,
  z.object({
    operatorId: z.uuid().nullish(),
    channelId: z.uuid().nullish(),
    visitorId: z.uuid().nullish(),
    call: z.object({
      type: z.enum(CallType),
      phone: z.string(),
      state: z.enum(CallState),
      reason: z.string().nullish(),
      recordUrl: z.string().nullish(),
    }),
  }),
)

/** Never changed, except for its answer. */
export const offlineMessageData = z.object({ offlineMessageId: z.uuid() })

/** The rating may have changed by then. */
export const ratedData = z.object({ rating: z.enum(ChatRating), comment: z.string().nullable() })

/** The tags of the chat after the change; both may have changed by then. */
export const taggedData = z.object({ operatorId: z.uuid(), tagIds: z.array(z.uuid()) })

/** The contract's `call` (part 2.7). */
export function callOf({ type, phone, state, reason, recordUrl }: z.infer<typeof callData>['call']): object {
  return {
    type: type.toLowerCase(),
    phone,
    status: STATUS_OF_STATE[state],
    ...(state === 'ERROR' && { reason: reason ?? '' }),
    ...(recordUrl && { record_url: recordUrl }),
  }
}

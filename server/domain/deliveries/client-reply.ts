import { laneOf } from '../../outbox/lane.ts'

/** The outbox kind of messages to the client's server. */
export const CLIENT_REPLY = 'CLIENT_REPLY'

/** Messages to one visitor are sent one after the other. */
export function replyLane(visitorId: string): string {
  return laneOf(CLIENT_REPLY, visitorId)
}

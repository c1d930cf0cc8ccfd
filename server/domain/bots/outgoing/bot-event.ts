import { laneOf } from '../../../outbox/lane.ts'

/** The outbox kind of events to bots. */
export const BOT_EVENT = 'BOT_EVENT'

/** The events of one chat are sent one after the other. */
export function botLane(chatId: string): string {
  return laneOf(BOT_EVENT, chatId)
}

/** A reply to one of our attempts may arrive this long after the last of them ended. */
export const REPEAT_GRACE_MS = 6_000
/** And this long, if the bot has been asked nothing else. */
export const LAST_REPEAT_GRACE_MS = 60_000

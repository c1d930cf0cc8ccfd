import { laneOf } from '../../../outbox/lane.ts'

/** The outbox kind of events to bots. */
export const BOT_EVENT = 'BOT_EVENT'

/** `data` of an event by which the bot of a chat learns that nobody is there: other changes of the chat do not concern it. */
export const NOBODY_THERE = { agentUnavailable: true }

/** The events of one chat are sent one after the other. */
export function botLane(chatId: string): string {
  return laneOf(BOT_EVENT, chatId)
}

/** For how many days the log shows what was sent to bots and what came from them. */
export const BOT_LOG_DAYS = 30

/** A reply to one of our attempts may arrive this long after the last of them ended. */
export const REPEAT_GRACE_MS = 6_000
/** And this long, if the bot has been asked nothing else. */
export const LAST_REPEAT_GRACE_MS = 60_000

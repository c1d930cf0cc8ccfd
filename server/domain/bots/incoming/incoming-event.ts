import type { Chat, Prisma } from '../../../generated/prisma/client.ts'
import type { BotEntry } from '../settings/bot-directory.ts'
import type { BotInbound } from './read-bot-event.ts'

/** An event as it came from a provider. */
export interface IncomingEvent<Event extends BotInbound = BotInbound> {
  bot: BotEntry
  event: Event
  /** As it came. */
  body: Prisma.InputJsonValue
}

/** An event of a provider for a chat that the transaction holds. */
export interface TakenEvent<Event extends BotInbound = BotInbound> extends IncomingEvent<Event> {
  chat: Chat
  /** The event in whose answer's body it came; null for one that was posted. */
  answeredId: string | null
  /** Looked up for INVITE_AGENT. */
  operatorOnline: boolean
}

/** The result, for the log. */
export type ProcessingResult = Pick<
  Prisma.IncomingBotEventUncheckedUpdateInput,
  'state' | 'messageId' | 'copyOfId'
> & {
  note?: string | null
}

import type { Db, Tx } from '../../db.ts'
import type { Record } from '../../events/transact.ts'
import type { Chat, Prisma } from '../../generated/prisma/client.ts'
import type { BotEntry } from './bot-directory.ts'
import { contentHash } from './content-hash.ts'
import type { BotInbound } from './read-bot-event.ts'
import { takeBotMessage } from './take-bot-message.ts'
import { takeClientInfo } from './take-client-info.ts'
import { takeInvitation } from './take-invitation.ts'

/** An event of a provider for a chat that the transaction holds. */
export interface TakenEvent<Event extends BotInbound = BotInbound> {
  bot: BotEntry
  event: Event
  body: Prisma.InputJsonValue
  chat: Chat
  /** Looked up for INVITE_AGENT. */
  operatorOnline: boolean
}

/** What became of it, for the log. */
export type Taken = Pick<Prisma.BotEventUncheckedCreateInput, 'state' | 'messageId' | 'note'>

/** Does what the event says, and logs it. */
export async function takeBotEvent(tx: Tx, record: Record, taken: TakenEvent): Promise<void> {
  const outcome = await take(tx, record, taken)
  await storeIncoming(tx, { ...taken, chatId: taken.chat.id }, outcome)
}

function take(tx: Tx, record: Record, { event, ...rest }: TakenEvent): Promise<Taken> {
  switch (event.kind) {
    case 'BOT_MESSAGE':
      return takeBotMessage(tx, record, { ...rest, event })
    case 'INVITE_AGENT':
      return takeInvitation(tx, record, { ...rest, event })
    case 'CLIENT_INFO':
      return takeClientInfo(tx, record, { ...rest, event })
  }
}

/** Writes an incoming event to the bot's log. */
export async function storeIncoming(
  db: Db | Tx,
  { bot, event, body, chatId }: Pick<TakenEvent, 'bot' | 'event' | 'body'> & { chatId: string | null },
  outcome: Taken,
): Promise<void> {
  await db.botEvent.create({
    data: {
      accountId: bot.accountId,
      botId: bot.id,
      chatId,
      direction: 'IN',
      kind: event.kind,
      body,
      finishedAt: new Date(),
      ...(event.kind === 'BOT_MESSAGE' && { contentHash: contentHash(event.draft), note: event.note }),
      ...outcome,
    },
  })
}

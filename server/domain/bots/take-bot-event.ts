import type { Db, Tx } from '../../db.ts'
import type { Record } from '../../events/transact.ts'
import type { Chat, Prisma } from '../../generated/prisma/client.ts'
import { uuidv7 } from '../../uuid.ts'
import type { BotEntry } from './bot-directory.ts'
import { contentHash } from './content-hash.ts'
import type { IncomingReply } from './find-repetition.ts'
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
  /** The event in whose answer's body it came; null for one that was posted. */
  answeredId: string | null
  /** Looked up for INVITE_AGENT. */
  operatorOnline: boolean
}

/** The outcome, for the log. */
export type Taken = Pick<Prisma.BotEventUncheckedUpdateInput, 'state' | 'messageId' | 'copyOfId'> & {
  note?: string | null
}

/** Does what the event says, and logs it: first the event, then what came of it. */
export async function takeBotEvent(tx: Tx, record: Record, taken: TakenEvent): Promise<void> {
  const logged = await logIncoming(tx, { ...taken, chatId: taken.chat.id })
  const outcome = await take(tx, record, taken, logged)
  await tx.botEvent.update({ where: { id: logged.id }, data: outcome })
}

function take(tx: Tx, record: Record, { event, ...rest }: TakenEvent, logged: IncomingReply): Promise<Taken> {
  switch (event.kind) {
    case 'BOT_MESSAGE':
      return takeBotMessage(tx, record, { ...rest, event, logged })
    case 'INVITE_AGENT':
      return takeInvitation(tx, record, { ...rest, event })
    case 'CLIENT_INFO':
      return takeClientInfo(tx, record, { ...rest, event })
  }
}

type Incoming = Pick<TakenEvent, 'bot' | 'event' | 'body' | 'answeredId'>

/** Writes an event to the bot's log, at the time of the transaction, as the events are that follow from it. */
export async function logIncoming(
  db: Db | Tx,
  { bot, event, body, answeredId, chatId }: Incoming & { chatId: string | null },
): Promise<IncomingReply> {
  const isReply = event.kind === 'BOT_MESSAGE'
  const row = {
    id: uuidv7(),
    answeredId,
    replyId: isReply ? event.replyId : null,
    contentHash: isReply ? contentHash(event.draft) : null,
  }
  await db.$executeRaw`
    INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", direction, kind, body, state, note, "contentHash",
                            "replyId", "answeredId", "finishedAt")
    VALUES (${row.id}::uuid, ${bot.accountId}::uuid, ${bot.id}::uuid, ${chatId}::uuid, 'IN', ${event.kind},
            ${JSON.stringify(body)}::jsonb, 'RECEIVED', ${isReply ? event.note : null}, ${row.contentHash},
            ${row.replyId}, ${answeredId}::uuid, now())`
  return row
}

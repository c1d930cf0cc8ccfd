import type { Db, Tx } from '../../../database/client.ts'
import type { Work } from '../../../events/transact.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { contentHash } from './content-hash.ts'
import type { IncomingReply } from './find-repetition.ts'
import type { IncomingEvent, ProcessingResult, TakenEvent } from './incoming-event.ts'
import { takeBotMessage } from './take-bot-message.ts'
import { takeClientInfo } from './take-client-info.ts'
import { takeInvitation } from './take-invitation.ts'

/** Does what the event says, and logs it: first the event, then the result. */
export async function takeBotEvent(work: Work, taken: TakenEvent): Promise<void> {
  const logged = await logIncoming(work.tx, { ...taken, chatId: taken.chat.id })
  const outcome = await take(work, taken, logged)
  await work.tx.incomingBotEvent.update({ where: { id: logged.id }, data: outcome })
}

function take(work: Work, { event, ...rest }: TakenEvent, logged: IncomingReply): Promise<ProcessingResult> {
  switch (event.kind) {
    case 'BOT_MESSAGE':
      return takeBotMessage(work, { ...rest, event, logged })
    case 'INVITE_AGENT':
      return takeInvitation(work, { ...rest, event })
    case 'CLIENT_INFO':
      return takeClientInfo(work, { ...rest, event })
  }
}

/**
 * Writes an event to the bot's log, with the time of the transaction, like the events that follow from it.
 */
export async function logIncoming(
  db: Db | Tx,
  {
    bot,
    event,
    body,
    answeredId,
    chatId,
  }: IncomingEvent & { answeredId: string | null; chatId: string | null },
): Promise<IncomingReply> {
  const isReply = event.kind === 'BOT_MESSAGE'
  const row = {
    id: uuidv7(),
    answeredId,
    replyId: isReply ? event.replyId : null,
    contentHash: isReply ? contentHash(event.draft) : null,
  }
  await db.$executeRaw`
    INSERT INTO "IncomingBotEvent" (id, "accountId", "botId", "chatId", kind, body, state, note, "contentHash",
                                    "replyId", "answeredId")
    VALUES (${row.id}::uuid, ${bot.accountId}::uuid, ${bot.id}::uuid, ${chatId}::uuid, ${event.kind},
            ${JSON.stringify(body)}::jsonb, 'RECEIVED', ${isReply ? event.note : null}, ${row.contentHash},
            ${row.replyId}, ${answeredId}::uuid)`
  return row
}

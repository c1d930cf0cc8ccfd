import type { Work } from '../../../events/transact.ts'
import { renderForChannel } from '../../channels/kinds/render-for-channel.ts'
import { postMessage, postNotice } from '../../messages/append-message.ts'
import { messageRow } from '../../messages/message-row.ts'
import { textOfRich } from '../../messages/text-of-rich.ts'
import { botHears } from '../handover/bot-hears.ts'
import { findRepetition, type IncomingReply } from './find-repetition.ts'
import type { ProcessingResult, TakenEvent } from './incoming-event.ts'
import type { BotInbound } from './read-bot-event.ts'

type BotMessage = TakenEvent<Extract<BotInbound, { kind: 'BOT_MESSAGE' }>> & { logged: IncomingReply }

/** Shows a bot's reply and delivers it, unless it is a repetition or comes too late. */
export async function takeBotMessage(work: Work, taken: BotMessage): Promise<ProcessingResult> {
  const { chat, logged } = taken
  if (logged.answeredId && logged.replyId) {
    // The fast path checks it: a reply that is posted at the same moment must not pass.
    await work.tx.chat.update({ where: { id: chat.id }, data: { botAnsweredAt: new Date() } })
  }
  const repetition = await findRepetition(work.tx, chat.id, logged)
  if (repetition) return { state: 'REPEATED', ...repetition }
  return botHears(chat) ? showReply(work, taken) : showLate(work, taken)
}

async function showReply(work: Work, { chat, event }: BotMessage): Promise<ProcessingResult> {
  const message = await postMessage(work, chat, messageRow({ author: 'BOT', ...event.draft }))
  const { kind } = await work.tx.channel.findUniqueOrThrow({
    where: { id: chat.channelId },
    select: { kind: true },
  })
  if (renderForChannel(kind, message)) {
    return { state: 'RECEIVED', messageId: message.id, note: event.note }
  }
  const text = `The message was not sent: the channel cannot show ${message.type}, and there is no plain text.`
  await postNotice(work, chat, { kind: 'BOT_CANNOT_RENDER', text })
  return { state: 'RECEIVED', messageId: message.id, note: [event.note, text].filter(Boolean).join(' ') }
}

async function showLate(work: Work, { chat, event }: BotMessage): Promise<ProcessingResult> {
  const late = {
    state: 'LATE',
    note: 'Not sent to the visitor: the bot no longer had the chat.',
  } as const
  if (chat.status === 'CLOSED') return late
  await postNotice(work, chat, {
    kind: 'BOT_REPLY_LATE',
    text: event.draft.text ?? textOfRich(event.draft.rich ?? {}),
  })
  return late
}

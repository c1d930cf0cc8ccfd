import type { Tx } from '../../db.ts'
import { type Record, transact } from '../../events/transact.ts'
import type { Chat, Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { botHears } from '../bots/bot-hears.ts'
import { queueBotEvent } from '../bots/queue-bot-event.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import { saveVisitor } from '../visitors/save-visitor.ts'
import { postMessage, postNotice } from './append-message.ts'
import { findEarlierAnswer, rememberAnswer } from './idempotency.ts'
import type { VisitorMessage } from './visitor-message.ts'

/**
 * The slow path for a visitor's message, which covers every case: the visitor is created or updated, a chat is opened
 * when none is open, and the message is appended, in one transaction. Returns the message's id.
 */
export function openOrContinueChat(services: Services, input: VisitorMessage): Promise<string> {
  return transact(services, async (tx, record) => {
    const earlier = await findEarlierAnswer(tx, input)
    if (earlier) return earlier
    const { visitor, changed, renamed } = await saveVisitor(tx, input.channel, input.profile)
    const chat = (await findOpenChat(tx, visitor)) ?? (await openChat(tx, record, visitor, input.channel))
    if (changed) await recordVisitorChange(record, visitor, chat)
    if (renamed && visitor.name) {
      await postNotice(tx, record, chat, { kind: 'VISITOR_RENAMED', text: visitor.name })
    }
    const { buttonId, ...draft } = input.draft
    const message = await postMessage(tx, record, chat, {
      author: 'VISITOR',
      ...draft,
      ...(buttonId && { rich: { button_id: buttonId } }),
    })
    if (botHears(chat)) {
      await queueBotEvent(tx, record, chat, { kind: 'CLIENT_MESSAGE', messageId: message.id })
    }
    await rememberAnswer(tx, input, message.id)
    return message.id
  })
}

function findOpenChat(tx: Tx, visitor: Visitor): Promise<Chat | null> {
  return tx.chat.findFirst({ where: { visitorId: visitor.id, status: { not: 'CLOSED' } } })
}

/** If the channel has a bot, it answers first. A bot that has been disconnected hands the chat over at its first message. */
async function openChat(tx: Tx, record: Record, visitor: Visitor, { botId }: ChannelEntry): Promise<Chat> {
  const { accountId, channelId, id: visitorId } = visitor
  const chat = await tx.chat.create({
    data: {
      accountId,
      channelId,
      visitorId,
      ...(botId ? { status: 'BOT', botId } : { status: 'QUEUED', queuedAt: new Date() }),
    },
  })
  await record({ accountId, kind: 'CHAT_OPENED', channelId, chatId: chat.id })
  return chat
}

function recordVisitorChange(record: Record, visitor: Visitor, chat: Chat): Promise<void> {
  const { accountId, channelId, id } = visitor
  return record({ accountId, kind: 'VISITOR_UPDATED', channelId, chatId: chat.id, subjectId: id })
}

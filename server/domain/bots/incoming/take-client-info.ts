import type { Work } from '../../../events/transact.ts'
import { postNotice } from '../../messages/append-message.ts'
import { correctVisitor } from '../../visitors/correct-visitor.ts'
import type { ProcessingResult, TakenEvent } from './incoming-event.ts'
import type { BotInbound } from './read-bot-event.ts'

type ClientInfoEvent = TakenEvent<Extract<BotInbound, { kind: 'CLIENT_INFO' }>>

/**
 * CLIENT_INFO: what the bot has learned about the visitor. Omitted fields are unchanged, and nobody is told of what was
 * known before.
 */
export async function takeClientInfo(
  work: Work,
  { chat, bot, event: { info } }: ClientInfoEvent,
): Promise<ProcessingResult> {
  const { accountId, channelId, visitorId, id: chatId } = chat
  const before = await work.tx.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  const news = Object.entries(info).filter(([field, value]) => value !== before[field as keyof typeof info])
  if (news.length === 0) return { state: 'RECEIVED' }
  const visitor = await correctVisitor(work, {
    before,
    changes: Object.fromEntries(news),
    actor: { accountId, type: 'BOT', id: chat.botId },
  })
  const actor = { type: 'BOT', id: bot.id } as const
  await work.record({ accountId, kind: 'VISITOR_UPDATED', actor, channelId, chatId, subjectId: visitorId })
  if (visitor.name && visitor.name !== before.name && chat.status !== 'CLOSED') {
    await postNotice(work, chat, { kind: 'VISITOR_RENAMED', text: visitor.name })
  }
  return { state: 'RECEIVED' }
}

import type { Tx } from '../../db.ts'
import type { Record } from '../../events/transact.ts'
import { postNotice } from '../messages/append-message.ts'
import type { BotInbound } from './read-bot-event.ts'
import type { Taken, TakenEvent } from './take-bot-event.ts'

type ClientInfoEvent = TakenEvent<Extract<BotInbound, { kind: 'CLIENT_INFO' }>>

/** CLIENT_INFO: what the bot has learnt about the visitor. Omitted fields are unchanged. */
export async function takeClientInfo(
  tx: Tx,
  record: Record,
  { chat, event: { info } }: ClientInfoEvent,
): Promise<Taken> {
  const { accountId, channelId, visitorId, id: chatId } = chat
  const before = await tx.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  const visitor = await tx.visitor.update({
    where: { id: visitorId },
    data: { ...info, updatedAt: new Date() },
  })
  await record({ accountId, kind: 'VISITOR_UPDATED', channelId, chatId, subjectId: visitorId })
  if (visitor.name && visitor.name !== before.name && chat.status !== 'CLOSED') {
    await postNotice(tx, record, chat, { kind: 'VISITOR_RENAMED', text: visitor.name })
  }
  return { state: 'RECEIVED' }
}

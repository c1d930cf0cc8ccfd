import { transact } from '../../../events/transact.ts'
import type { Services } from '../../../services.ts'
import { hasOnlineOperator } from '../handover/has-online-operator.ts'
import { TEST_CHAT_ID } from '../settings/test-chat.ts'
import { appendBotReply } from './append-bot-reply.ts'
import { findBotChat } from './find-bot-chat.ts'
import type { IncomingEvent } from './incoming-event.ts'
import { lockForEvent } from './lock-for-event.ts'
import { logIncoming, takeBotEvent } from './take-bot-event.ts'

/**
 * Processes an event of a provider (contract B1): when it returns, the consequences are committed. Throws
 * `chat_not_found`.
 */
export async function receiveBotEvent(services: Services, incoming: IncomingEvent): Promise<void> {
  if (await appendBotReply(services, incoming)) return
  const { bot, event, body } = incoming
  const posted = { bot, event, body, answeredId: null }
  if (event.target.chatId === TEST_CHAT_ID) {
    await logIncoming(services.db, { ...posted, chatId: null })
    return
  }
  const chat = await findBotChat(services.db, bot, event.target)
  const operatorOnline = event.kind === 'INVITE_AGENT' && (await hasOnlineOperator(services, chat))
  await transact(services, async (work) => {
    const locked = await lockForEvent(work.tx, chat.id, event)
    await takeBotEvent(work, { ...posted, chat: locked, operatorOnline })
  })
}

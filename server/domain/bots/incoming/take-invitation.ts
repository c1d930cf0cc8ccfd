import type { Work } from '../../../events/transact.ts'
import { changeChat } from '../../chats/change-chat.ts'
import { botHears } from '../handover/bot-hears.ts'
import { handOff } from '../handover/hand-off.ts'
import type { ProcessingResult, TakenEvent } from './incoming-event.ts'

/**
 * INVITE_AGENT: the chat waits for the operators. If none of them is online, the bot is notified and
 * continues until one accepts (contract, part 6.2).
 */
export async function takeInvitation(
  work: Work,
  { chat, bot, operatorOnline }: TakenEvent,
): Promise<ProcessingResult> {
  const handedOff = await handOff(work, chat, {
    reason: 'BOT_INVITED',
    text: operatorOnline
      ? `${bot.name} asks for an operator.`
      : `${bot.name} asks for an operator, but nobody is online: it goes on until somebody accepts.`,
    agentUnavailable: !operatorOnline,
  })
  if (handedOff) return { state: 'RECEIVED' }
  if (botHears(chat) && operatorOnline) {
    const actor = { type: 'BOT', id: bot.id } as const
    await changeChat(work, chat.id, { agentUnavailableAt: null }, { kind: 'CHAT_UPDATED', actor })
  }
  return { state: 'RECEIVED', note: 'The operators already have the chat.' }
}

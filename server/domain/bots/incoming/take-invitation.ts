import type { Work } from '../../../events/transact.ts'
import { changeChat } from '../../chats/change-chat.ts'
import { botHears } from '../handover/bot-hears.ts'
import { handOff } from '../handover/hand-off.ts'
import { BOT_EVENT, NOBODY_THERE } from '../outgoing/bot-event.ts'
import type { ProcessingResult, TakenEvent } from './incoming-event.ts'
import type { BotInbound } from './read-bot-event.ts'

type Invitation = TakenEvent<Extract<BotInbound, { kind: 'INVITE_AGENT' }>>

const UNAVAILABLE = 'AGENT_UNAVAILABLE'

/**
 * INVITE_AGENT: the chat waits for the operators. If none of them is online, the bot is notified, at most once for each
 * message of the visitor, and continues until one accepts (contract, part 6.2).
 */
export async function takeInvitation(
  work: Work,
  { chat, bot, event, operatorOnline, answeredId }: Invitation,
): Promise<ProcessingResult> {
  const handedOff = await handOff(work, chat, {
    reason: 'BOT_INVITED',
    text: operatorOnline
      ? `${bot.name} asks for an operator.`
      : `${bot.name} asks for an operator, but nobody is online. It continues until somebody accepts.`,
    botReason: event.reason,
    agentUnavailable: !operatorOnline,
  })
  if (handedOff) return { state: 'RECEIVED' }
  const note = 'The operators already have the chat.'
  if (!botHears(chat)) return { state: 'RECEIVED', note }
  const change = { kind: 'CHAT_UPDATED', actor: { type: 'BOT', id: bot.id } } as const
  if (operatorOnline) {
    await changeChat(work, chat.id, { agentUnavailableAt: null }, change)
    return { state: 'RECEIVED', note }
  }
  // A bot that reacts to every event with INVITE_AGENT would otherwise be notified without end.
  if (!(await isTold(work, chat.id, answeredId)))
    await changeChat(work, chat.id, {}, { ...change, data: NOBODY_THERE })
  return { state: 'RECEIVED', note: 'Still nobody is online.' }
}

/** Whether it came in the answer to AGENT_UNAVAILABLE, or that is the latest event for the bot. */
async function isTold({ tx }: Work, chatId: string, answeredId: string | null): Promise<boolean> {
  const select = { event: true }
  const answered = answeredId && (await tx.outboxItem.findUnique({ where: { id: answeredId }, select }))
  if (answered && answered.event === UNAVAILABLE) return true
  const last = await tx.outboxItem.findFirst({
    where: { chatId, kind: BOT_EVENT },
    orderBy: [{ createdAt: 'desc' }, { position: 'desc' }],
    select,
  })
  return last?.event === UNAVAILABLE
}

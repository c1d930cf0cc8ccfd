import type { Work } from '../../../events/transact.ts'
import type { Outcome } from '../../../outbound/outcome.ts'
import type { AttemptResult, Consequences, OutgoingItem } from '../../../outbox/outbox-kind.ts'
import type { Services } from '../../../services.ts'
import { handOff } from '../handover/hand-off.ts'
import { hasOnlineOperator } from '../handover/has-online-operator.ts'
import { lockBotChat } from '../handover/lock-bot-chat.ts'
import { appendAnsweredReply } from '../incoming/append-answered-reply.ts'
import { lockForEvent } from '../incoming/lock-for-event.ts'
import { takeBotEvent } from '../incoming/take-bot-event.ts'
import type { Conversation } from './conversation.ts'
import { readAnswer } from './read-answer.ts'

const UNKNOWN_EVENT =
  'The bot does not know this event, or requires a message in it. It was not sent again; the chat continues.'

type Attempt = OutgoingItem<Conversation> & { answer: Outcome }

/**
 * What follows from an attempt: the answer's own event, or, after the last for a CLIENT_MESSAGE, the handover
 * to the operators.
 */
export async function followBotAttempt(
  services: Services,
  { item, attempt, verdict, state }: AttemptResult<Conversation>,
): Promise<Consequences> {
  if (state === 'SENT' && attempt) return takeAnswer(services, attempt)
  if (state !== 'FAILED') return {}
  if (item.event !== 'CLIENT_MESSAGE') {
    const isUnknown = attempt?.answer.kind === 'answered' && attempt.answer.status === 422
    return isUnknown ? { note: UNKNOWN_EVENT } : {}
  }
  const why = verdict.result === 'sent' ? null : verdict.message
  return { run: (work) => giveToOperators(work, { ...item, why: attempt && why }, services) }
}

async function takeAnswer(
  services: Services,
  { item, target, answer, payload }: Attempt,
): Promise<Consequences> {
  const answered = readAnswer({ answer, payload })
  if (!answered) return {}
  const { event, body, note } = answered
  const { chatId } = item
  if (!event || !chatId) return { note }
  const bot = await services.bots.get(item.receiverId)
  if (!bot) return { note }
  const operatorOnline = event.kind === 'INVITE_AGENT' && (await hasOnlineOperator(services, target))
  const answeredId = item.id
  return {
    note,
    ...(event.kind === 'BOT_MESSAGE' && {
      runAtOnce: (write) =>
        appendAnsweredReply(services, { reply: { bot, event, body, answeredId }, chatId, write }),
    }),
    async run(work) {
      const chat = await lockForEvent(work.tx, chatId, event)
      await takeBotEvent(work, { bot, event, body, chat, answeredId, operatorOnline })
    },
  }
}

async function giveToOperators(
  work: Work,
  {
    chatId,
    receiverId,
    attempts,
    why,
  }: { chatId: string | null; receiverId: string; attempts: number; why: string | null },
  services: Services,
): Promise<void> {
  if (!chatId) return
  const bot = await services.bots.get(receiverId)
  const chat = await lockBotChat(work.tx, chatId)
  const text = why
    ? `${bot?.name ?? 'The bot'} did not accept the message after ${attempts + 1} attempts: ${why}.`
    : `The results of ${attempts} attempts to reach the bot could not be recorded.`
  await handOff(work, chat, { reason: 'BOT_FAILED', text })
}

import type { Tx } from '../../../database/client.ts'
import { transact, type Work } from '../../../events/transact.ts'
import type { BotEvent, Chat, Prisma } from '../../../generated/prisma/client.ts'
import type { Outcome } from '../../../outbound/outcome.ts'
import type { Services } from '../../../services.ts'
import { handOff } from '../handover/hand-off.ts'
import { hasOnlineOperator } from '../handover/has-online-operator.ts'
import { lockBotChat } from '../handover/lock-bot-chat.ts'
import { takeBotEvent } from '../incoming/take-bot-event.ts'
import type { BotEntry } from '../settings/bot-directory.ts'
import { attemptEntry } from './attempt-entry.ts'
import { BOT_ATTEMPT_EVERY_MS, BOT_ATTEMPTS } from './bot-schedule.ts'
import { isSuccess } from './post-to-bot.ts'
import { type AnsweredEvent, readAnswer } from './read-answer.ts'

export interface BotAttempt {
  event: BotEvent
  /** What was sent. */
  payload: string
  bot: BotEntry
  chat: Pick<Chat, 'id' | 'accountId' | 'channelId'>
  startedAt: Date
  answer: Outcome
}

/**
 * Stores what became of an attempt and what follows from it: the answer's own event, another attempt, or, after the
 * last for a CLIENT_MESSAGE, the hand-off to the operators.
 */
export async function recordBotAttempt(services: Services, attempt: BotAttempt): Promise<Date | 'go-on'> {
  const { event, startedAt, answer } = attempt
  const attempts = event.attempts + 1
  if (isSuccess(answer)) {
    await recordSuccess(services, attempt)
    services.metrics.botAttempts.inc({ outcome: 'sent' })
    return 'go-on'
  }
  if (attempts >= BOT_ATTEMPTS) {
    await recordFailure(services, attempt)
    services.metrics.botAttempts.inc({ outcome: 'failed' })
    return 'go-on'
  }
  const next = new Date((event.startedAt ?? startedAt).getTime() + attempts * BOT_ATTEMPT_EVERY_MS)
  await write(services.db, attempt, { nextAttemptAt: next })
  services.metrics.botAttempts.inc({ outcome: 'retry' })
  return next
}

async function recordSuccess(services: Services, attempt: BotAttempt): Promise<void> {
  const sent = { state: 'SENT', finishedAt: new Date() } as const
  const answered = readAnswer(attempt)
  if (!answered) {
    await write(services.db, attempt, sent)
    return
  }
  const operatorOnline =
    answered.event?.kind === 'INVITE_AGENT' && (await hasOnlineOperator(services, attempt.chat))
  await transact(services, async (work) => {
    const chat = await lockBotChat(work.tx, attempt.chat.id)
    const counts = await write(work.tx, attempt, { ...sent, note: answered.note })
    if (!counts || !answered.event) return
    const { bot } = attempt
    const answeredId = attempt.event.id
    const { event, body } = answered as AnsweredEvent & { event: NonNullable<AnsweredEvent['event']> }
    await takeBotEvent(work, { bot, event, body, chat, answeredId, operatorOnline })
  })
}

async function recordFailure(services: Services, attempt: BotAttempt): Promise<void> {
  await transact(services, async (work) => {
    await lockBotChat(work.tx, attempt.chat.id)
    const counts = await write(work.tx, attempt, { state: 'FAILED', finishedAt: new Date() })
    if (counts && attempt.event.kind === 'CLIENT_MESSAGE') await giveToOperators(work, attempt)
  })
}

async function giveToOperators(work: Work, { bot, chat, answer }: BotAttempt): Promise<void> {
  const why = answer.kind === 'failed' ? answer.message : `it answered with HTTP ${answer.status}`
  const text = `${bot.name} did not accept the message after ${BOT_ATTEMPTS} attempts: ${why}.`
  await handOff(work, chat, { reason: 'BOT_FAILED', text })
}

/** A worker whose claim ran out must not undo what its successor recorded; returns whether this attempt counts. */
async function write(
  db: Pick<Tx, 'botEvent'>,
  { event, startedAt, answer }: BotAttempt,
  change: Prisma.BotEventUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await db.botEvent.updateMany({
    where: { id: event.id, state: 'PENDING', attempts: event.attempts },
    data: {
      ...change,
      attempts: event.attempts + 1,
      claimedUntil: null,
      log: [...(event.log as Prisma.InputJsonArray), { ...attemptEntry(startedAt, answer) }],
    },
  })
  return count === 1
}

import { transact } from '../../../events/transact.ts'
import type { ClaimedItem, OutboxKind } from '../../../outbox/outbox-kind.ts'
import { everyMs } from '../../../outbox/schedule.ts'
import type { Services } from '../../../services.ts'
import { botHears } from '../handover/bot-hears.ts'
import { handOff } from '../handover/hand-off.ts'
import { hasOnlineOperator } from '../handover/has-online-operator.ts'
import { BOT_EVENT, BOT_LOG_DAYS } from './bot-event.ts'
import { type Conversation, conversationOfItem } from './conversation.ts'
import { followBotAttempt } from './follow-bot-attempt.ts'
import { BOT_ATTEMPT_LIMIT_MS, postToBot, readBotAnswer } from './post-to-bot.ts'
import { providerEvent } from './provider-event.ts'

/** The contract's part 8: 3 s for each request and 2 retries; attempts begin 3 s apart. */
const ATTEMPTS = 3
const ATTEMPT_EVERY_MS = 3_000

/** An event to the bot of a chat (contract B2). */
export const botEventKind: OutboxKind<Conversation> = {
  name: BOT_EVENT,
  concurrency: 1_200,
  // A conversation that waits for an unresponsive bot uses one for 3 s.
  perReceiver: 200,
  // An attempt is at most: a token exchange, the request, another exchange after a 401, and the request again; before
  // an exchange it may wait as long for that of another process.
  claimMs: 6 * BOT_ATTEMPT_LIMIT_MS + 7_000,
  schedule: { attempts: ATTEMPTS, next: everyMs(ATTEMPT_EVERY_MS), failsLate: false, yieldsAfter: null },
  keepDays: BOT_LOG_DAYS,
  target: conversationOfItem,
  isWanted: isForBot,
  async payload(services, { item, target }) {
    const bot = await services.bots.get(item.receiverId)
    const profile = bot?.provider.profile ?? 'SEED'
    const agentsOnline = profile === 'CURRENT' && (await hasOnlineOperator(services, target))
    return JSON.stringify(
      providerEvent({
        event: { id: item.id, kind: item.event ?? '' },
        profile,
        conversation: target,
        agentsOnline,
      }),
    )
  },
  async send(services, { item, payload }) {
    const bot = await services.bots.get(item.receiverId)
    if (bot) return postToBot(services, bot, payload)
    return { kind: 'failed', reason: 'refused', message: 'The bot is no longer connected.', durationMs: 0 }
  },
  read: readBotAnswer,
  follow: followBotAttempt,
}

/**
 * Not when the bot no longer has the chat, nor what was deleted meanwhile. The chat of a bot that no longer exists is handed over to the
 * operators.
 */
async function isForBot(services: Services, { item, target }: ClaimedItem<Conversation>): Promise<boolean> {
  const bot = await services.bots.get(item.receiverId)
  if (!bot?.enabled) {
    const chat = { id: item.chatId ?? '', accountId: target.accountId, channelId: target.channelId }
    const text = 'The bot is no longer connected.'
    await transact(services, (work) => handOff(work, chat, { reason: 'BOT_DISCONNECTED', text }))
    return false
  }
  if (target.isDeleted) return false
  return item.event !== 'CLIENT_MESSAGE' || botHears(target)
}

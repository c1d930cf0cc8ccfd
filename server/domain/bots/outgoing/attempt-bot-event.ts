import { queryDirect } from '../../../database/query-direct.ts'
import { transact } from '../../../events/transact.ts'
import { type BotEvent, type BotProfile, Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { botHears } from '../handover/bot-hears.ts'
import { handOff } from '../handover/hand-off.ts'
import { hasOnlineOperator } from '../handover/has-online-operator.ts'
import { postToBot } from './post-to-bot.ts'
import { providerEvent } from './provider-event.ts'
import { type Conversation, readConversation } from './read-conversation.ts'
import { recordBotAttempt } from './record-bot-attempt.ts'

/** One attempt to bring an event to its bot. The worker has claimed it; no lock is held while it is on its way. */
export async function attemptBotEvent(services: Services, event: BotEvent): Promise<Date | 'go-on'> {
  const chatId = event.chatId ?? ''
  const [bot, conversation] = await Promise.all([
    services.bots.get(event.botId),
    readConversation(services.pool, { chatId, messageId: event.messageId }),
  ])
  if (!conversation) return skip(services, event)
  const chat = { id: chatId, accountId: conversation.accountId, channelId: conversation.channelId }
  if (!bot?.enabled) {
    await transact(services, (work) =>
      handOff(work, chat, { reason: 'BOT_DISCONNECTED', text: 'The bot is no longer connected.' }),
    )
    return skip(services, event)
  }
  if (event.kind === 'CLIENT_MESSAGE' && !botHears(conversation)) return skip(services, event)
  const payload = event.payload ?? (await keepPayload(services, event, bot.provider.profile, conversation))
  const startedAt = new Date()
  const answer = await postToBot(services, bot, payload)
  return recordBotAttempt(services, { event, payload, bot, chat, startedAt, answer })
}

/** Stored before the first attempt: all send the same bytes, also when a process dies in the middle of one. */
async function keepPayload(
  services: Services,
  event: BotEvent,
  profile: BotProfile,
  conversation: Conversation,
): Promise<string> {
  const agentsOnline = profile === 'CURRENT' && (await hasOnlineOperator(services, conversation))
  const payload = JSON.stringify(providerEvent({ event, profile, conversation, agentsOnline }))
  const [kept] = await queryDirect<{ payload: string }>(
    services.pool,
    Prisma.sql`UPDATE "BotEvent" SET payload = coalesce(payload, ${payload}) WHERE id = ${event.id}::uuid
               RETURNING payload`,
  )
  return kept?.payload ?? payload
}

/** The chat has left the bot in the meantime. */
async function skip({ db }: Services, { id }: BotEvent): Promise<'go-on'> {
  await db.botEvent.updateMany({
    where: { id, state: 'PENDING' },
    data: { state: 'SKIPPED', finishedAt: new Date(), claimedUntil: null },
  })
  return 'go-on'
}

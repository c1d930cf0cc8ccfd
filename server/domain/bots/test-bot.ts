import { AppError } from '../../errors.ts'
import type { BotEvent, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { uuidv7 } from '../../uuid.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { attemptEntry } from './attempt-entry.ts'
import type { BotEntry } from './bot-directory.ts'
import { isSuccess, postToBot } from './post-to-bot.ts'
import { providerEvent } from './provider-event.ts'
import { readAnswer } from './read-answer.ts'
import { TEST_CHAT_ID } from './test-chat.ts'

/** What came back from a test. */
export interface BotTest {
  /** The event that was sent, with its one attempt. */
  event: BotEvent
  /** The answer's own event, as the chat would have got it. */
  answered: Prisma.JsonValue | null
  /** Why the body of the answer was not taken as an event, when it looked like one. */
  note: string | null
}

/**
 * Sends a sample CLIENT_MESSAGE of the test conversation, once. What the bot sends to us about that conversation is
 * logged and goes nowhere. Throws `forbidden`, `not_found`.
 */
export async function testBot(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<BotTest> {
  requireAdmin(viewer)
  const bot = await services.bots.get(id)
  if (bot?.accountId !== viewer.accountId) {
    throw new AppError('not_found', 'There is no such bot.', { field: 'input.id' })
  }
  const sent = { id: uuidv7(), kind: 'CLIENT_MESSAGE' }
  const body = sampleBody(bot, sent)
  const startedAt = new Date()
  const answer = await postToBot(services, bot, JSON.stringify(body))
  const isSent = isSuccess(answer)
  const read = isSent ? readAnswer({ answer, event: { body: body as Prisma.JsonObject } }) : null
  const event = await services.db.botEvent.create({
    data: {
      ...sent,
      accountId: bot.accountId,
      botId: id,
      direction: 'OUT',
      state: isSent ? 'SENT' : 'FAILED',
      body,
      startedAt,
      attempts: 1,
      finishedAt: new Date(),
      note: ['Test', read?.note].filter(Boolean).join('. '),
      log: [{ ...attemptEntry(startedAt, answer) }],
    },
  })
  return { event, answered: read?.event ? (read.body as Prisma.JsonValue) : null, note: read?.note ?? null }
}

/** As the profile makes it, of a visitor who does not exist. */
function sampleBody(bot: BotEntry, event: { id: string; kind: string }): Prisma.InputJsonObject {
  const number = Number(TEST_CHAT_ID)
  return providerEvent({
    event,
    profile: bot.provider.profile,
    agentsOnline: true,
    conversation: {
      accountId: bot.accountId,
      channelId: '',
      status: 'BOT',
      botId: bot.id,
      agentUnavailableAt: null,
      chatNumber: number,
      visitorNumber: number,
      visitorName: 'Test visitor',
      visitorPhone: null,
      visitorEmail: null,
      pageUrl: null,
      channelPublicId: 'test',
      channelKind: 'CHAT_API',
      messageType: 'TEXT',
      text: 'Hello! This is a test.',
      media: null,
      rich: null,
      writtenAt: new Date(),
      operatorName: null,
    },
  })
}

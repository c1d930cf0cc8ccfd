import { AppError } from '../../../errors.ts'
import type { BotEvent, Prisma } from '../../../generated/prisma/client.ts'
import { attemptRow } from '../../../outbox/attempt-row.ts'
import type { Services } from '../../../services.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { BOT_EVENT, botLane } from '../outgoing/bot-event.ts'
import { botEventKind } from '../outgoing/bot-event-kind.ts'
import { isSuccess, postToBot, readBotAnswer } from '../outgoing/post-to-bot.ts'
import { providerEvent } from '../outgoing/provider-event.ts'
import { readAnswer } from '../outgoing/read-answer.ts'
import type { BotEntry } from './bot-directory.ts'
import { TEST_CHAT_ID } from './test-chat.ts'

/** The result of a test. */
export interface BotTest {
  /** The event that was sent, with its one attempt. */
  event: BotEvent
  /** The answer's own event, as a chat would get it. */
  answered: Prisma.JsonValue | null
  /** Why the body of the answer was not accepted as an event, if it looked like one. */
  note: string | null
}

/**
 * Sends a sample CLIENT_MESSAGE of the test conversation, once. What the bot sends about that conversation is
 * logged and otherwise ignored. Throws `forbidden`, `not_found`.
 */
export async function testBot(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<BotTest> {
  requireAdmin(viewer)
  const bot = await services.bots.get(id)
  if (bot?.accountId !== viewer.accountId) {
    throw new AppError('not_found', 'This bot does not exist.', { field: 'input.id' })
  }
  const { id: accountId, number: accountNumber } = await services.db.account.findUniqueOrThrow({
    where: { id: bot.accountId },
  })
  const sent = { id: uuidv7(), kind: 'CLIENT_MESSAGE' }
  const payload = JSON.stringify(sampleBody({ bot, accountNumber }, sent))
  const item = {
    id: sent.id,
    accountId,
    receiverId: id,
    kind: BOT_EVENT,
    lane: botLane(sent.id),
    event: sent.kind,
  }
  const startedAt = new Date()
  // Written before it is sent, so that the bot's posts come after it in the log. It is claimed like any
  // event that is being sent; if this process ends now, a worker finds no chat of it and skips it.
  const claimedUntil = new Date(startedAt.getTime() + botEventKind.claimMs)
  await services.db.outboxItem.create({ data: { ...item, payload, startedAt, claimedUntil, note: 'Test' } })
  const answer = await postToBot(services, bot, payload)
  const isSent = isSuccess(answer)
  const read = isSent ? readAnswer({ answer, payload }) : null
  const { itemId: _, ...attempt } = attemptRow(sent.id, {
    startedAt,
    answer,
    verdict: readBotAnswer(answer, { item }),
  })
  await services.db.outboxItem.update({
    where: { id: sent.id },
    data: {
      state: isSent ? 'SENT' : 'FAILED',
      claimedUntil: null,
      attempts: 1,
      finishedAt: new Date(),
      note: ['Test', read?.note].filter(Boolean).join('. '),
      log: { create: attempt },
    },
  })
  const event = await services.db.botEvent.findUniqueOrThrow({ where: { id: sent.id } })
  return { event, answered: read?.event ? (read.body as Prisma.JsonValue) : null, note: read?.note ?? null }
}

/** As the profile makes it, of a visitor who does not exist. */
function sampleBody(
  { bot, accountNumber }: { bot: BotEntry; accountNumber: number },
  event: { id: string; kind: string },
): Prisma.InputJsonObject {
  const number = Number(TEST_CHAT_ID)
  return providerEvent({
    event,
    profile: bot.provider.profile,
    agentsOnline: true,
    conversation: {
      accountId: bot.accountId,
      accountNumber,
      channelId: '',
      departmentId: null,
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
      isDeleted: false,
      messageType: 'TEXT',
      text: 'Hello! This is a test.',
      media: null,
      rich: null,
      writtenAt: null,
      operatorName: null,
    },
  })
}

import type { BotEvent } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { type LaneKind, type Step, stepLane } from '../../lanes/step-lane.ts'
import { attemptBotEvent } from './attempt-bot-event.ts'
import { BOT_ATTEMPT_EVERY_MS, BOT_ATTEMPT_LIMIT_MS } from './bot-schedule.ts'
import { failBotEvent } from './fail-bot-event.ts'

/**
 * An attempt is at most: a token exchange, the request, another exchange after a 401, and the request again; before
 * an exchange it may wait as long for that of another process.
 */
const CLAIM_MS = 6 * BOT_ATTEMPT_LIMIT_MS + 7_000

/** Makes the next step in the lane of a chat's bot: one attempt for its oldest pending event. */
export function sendNextBotEvent(services: Services, chatId: string): Promise<Step> {
  return stepLane(services, botEventLane(services), chatId)
}

function botEventLane(services: Services): LaneKind<BotEvent> {
  return {
    table: 'BotEvent',
    lane: 'chatId',
    slots: services.botSlots,
    claimMs: CLAIM_MS,
    everyMs: BOT_ATTEMPT_EVERY_MS,
    receiverOf: (event) => event.botId,
    giveUp: (event) => failBotEvent(services, event),
    attempt: (event) => attemptBotEvent(services, event),
  }
}

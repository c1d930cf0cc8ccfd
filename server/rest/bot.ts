import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateBot } from '../domain/bots/authenticate-bot.ts'
import { readBotEvent } from '../domain/bots/read-bot-event.ts'
import { receiveBotEvent } from '../domain/bots/receive-bot-event.ts'
import { recordRefusedEvent } from '../domain/bots/record-refused-event.ts'
import { storableJson } from '../domain/bots/storable-json.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { parseJsonBodies } from './rest-rules.ts'

type BotRequest = FastifyRequest<{ Params: { providerId: string; token: string } }>

/** Both prefixes are the same: a provider with authorization sends the header under either (open points B). */
const PATHS = ['/bot/webhooks/:providerId/:token', '/bot/providers/:providerId/:token']

/** The bot interface (contract, interface B: B1 and B3). 200 means that what follows from the event is stored. */
export async function botRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  parseJsonBodies(app)
  for (const path of PATHS) app.post(path, (request: BotRequest) => acceptEvent(services, request))
}

async function acceptEvent(services: Services, request: BotRequest): Promise<{ result: 'ok' }> {
  const { providerId, token } = request.params
  const { authorization } = request.headers
  const bot = await authenticateBot(services, { providerId, token, authorization })
  await limitRate(services, bot.id)
  const { body: json, text } = request.body as { body: unknown; text: string }
  const body = storableJson(text)
  try {
    await receiveBotEvent(services, { bot, event: readBotEvent(json), body })
  } catch (error) {
    if (error instanceof AppError) await recordRefusedEvent(services, { bot, body, error })
    throw error
  }
  return { result: 'ok' }
}

/** As many a second as the limit says, over as many seconds as make up a burst. */
async function limitRate({ limits, env }: Services, botId: string): Promise<void> {
  const { botPerSecond, botBurst } = env.limits
  const seconds = Math.max(1, Math.round(botBurst / botPerSecond))
  await limits.pace({ name: 'bot', points: botPerSecond * seconds, seconds }, botId)
}

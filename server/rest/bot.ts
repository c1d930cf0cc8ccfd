import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateBot } from '../domain/bots/incoming/authenticate-bot.ts'
import { readBotEvent } from '../domain/bots/incoming/read-bot-event.ts'
import { receiveBotEvent } from '../domain/bots/incoming/receive-bot-event.ts'
import { recordRefusedEvent } from '../domain/bots/incoming/record-refused-event.ts'
import { storableJson } from '../domain/bots/outgoing/storable-json.ts'
import type { BotEntry } from '../domain/bots/settings/bot-directory.ts'
import { AppError } from '../errors.ts'
import { runVerb } from '../process/tracing/run-verb.ts'
import type { Services } from '../services.ts'
import { parseJsonBodies } from './rest-rules.ts'

interface Address {
  providerId: string
  token: string
}

/** Both prefixes are the same: a provider with authorization sends the header under either (open points B). */
const PATHS = ['/bot/webhooks/:providerId/:token', '/bot/providers/:providerId/:token']

/** The bot interface (contract, interface B: B1 and B3). 200 means that what follows from the event is stored. */
export async function botRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.decorateRequest('bot')
  // Before the body is read, so that none is parsed for callers who are refused.
  app.addHook('onRequest', async (request) => {
    const { providerId, token } = request.params as Address
    const { authorization } = request.headers
    request.setDecorator('bot', await authenticateBot(services, { providerId, token, authorization }))
  })
  parseJsonBodies(app)
  for (const path of PATHS)
    app.post(path, { config: { urgency: 'message' } }, (request) => acceptEvent(services, request))
}

async function acceptEvent(services: Services, request: FastifyRequest): Promise<{ result: 'ok' }> {
  const bot = request.getDecorator<BotEntry>('bot')
  const { botPerSecond: perSecond, botBurst: burst } = services.env.limits
  await services.limits.meter({ name: 'bot', perSecond, burst }, bot.id)
  const { body: json, text } = request.body as { body: unknown; text: string }
  const body = storableJson(text)
  try {
    const event = readBotEvent(json)
    await runVerb(services, 'receiveBotEvent', () => receiveBotEvent(services, { bot, event, body }))
  } catch (error) {
    if (error instanceof AppError) await recordRefusedEvent(services, { bot, body, error })
    throw error
  }
  return { result: 'ok' }
}

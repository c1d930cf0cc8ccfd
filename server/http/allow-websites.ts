import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { callingPageOf } from './calling-page.ts'

/** A widget on any website sends it, with or without a token: pages need permission to send it, and forms cannot. */
export const WIDGET_HEADER = 'x-svc-widget'

const EXPOSED_HEADERS = 'retry-after, ratelimit, ratelimit-policy'
const DAY_SECONDS = 86_400

/**
 * Lets widgets on other websites call the routes of this scope. Cookies stay out: browsers do not send them unless the
 * answer allows it by name, which it never does. Which website may use which widget is decided when the widget is known.
 */
export function allowWebsites(app: FastifyInstance, { env }: Services): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, isOwn } = callingPageOf(env, request.headers)
    if (origin === undefined || isOwn) return
    reply.raw.setHeader('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') {
      reply.raw.setHeader('access-control-expose-headers', EXPOSED_HEADERS)
      return
    }
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': `authorization, content-type, ${WIDGET_HEADER}`,
        'access-control-max-age': DAY_SECONDS,
      })
      .send()
  })
}

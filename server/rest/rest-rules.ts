import type { FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'

/** Longest body of a REST request in bytes. */
const BODY_BYTES = 256 * 1024
const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Bodies are JSON whatever the Content-Type says. A route gets `{ body, text }`: parsed, and as it came. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, text, done) => {
    try {
      const json = String(text).replace(/^\uFEFF/, '')
      done(null, { body: parseJson(json), text: json })
    } catch (error) {
      done(error as AppError)
    }
  })
  app.addHook('onRequest', async ({ raw }) => {
    // Fastify refuses a Content-Type that is malformed before it looks for a parser.
    raw.headers['content-type'] = 'application/json'
  })
}

/** Answers every other method on a path with 405 and `Allow`. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: HTTPMethods[]): void {
  const answered: HTTPMethods[] = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
  const allow = answered.join(', ')
  app.route({
    url,
    method: METHODS.filter((method) => !answered.includes(method)),
    exposeHeadRoute: false,
    onRequest: async (_request, reply) => {
      reply.header('allow', allow)
      throw new AppError('method_not_allowed', `Use ${allow}.`)
    },
    handler: async () => undefined,
  })
}

import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { AppError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'

/** Longest body of a REST request in bytes. */
const BODY_BYTES = 256 * 1024
const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Reads a body as JSON in UTF-8, as text too. Throws `invalid_json`. */
export function readJson(bytes: Buffer): { body: unknown; text: string } {
  const text = decode(bytes)
  return { body: parseJson(text), text }
}

function decode(bytes: Buffer): string {
  try {
    // Also takes a byte order mark away.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not UTF-8.', { cause })
  }
}

/** Bodies are JSON whatever the Content-Type says. A route gets `{ body, text }`: parsed, and as it came. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes),
  )
  app.addHook('onRequest', async ({ raw }) => {
    // Some programs name a character set here, so only real encodings are refused.
    if (/\b(x-)?(gzip|compress|deflate|br|zstd)\b/i.test(raw.headers['content-encoding'] ?? '')) {
      throw new AppError('unsupported_media_type', 'Send the body without compression.')
    }
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

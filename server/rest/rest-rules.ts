import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { parseJson } from '../text/parse-json.ts'

/** Longest body of a REST request in bytes. */
const BODY_BYTES = 256 * 1024
/** The operator app answers every address, so for these methods a program with a wrong one gets an error. */
const EVERYWHERE = '/*'
const COMMON = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Reads a body as JSON in UTF-8, as text too. Throws `invalid_json`. */
export function readJson(bytes: Buffer): { body: unknown; text: string } {
  const text = decode(bytes)
  return { body: parseJson(text), text }
}

function decode(bytes: Buffer): string {
  try {
    // This also removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not UTF-8.', { cause })
  }
}

/** Bodies are JSON whatever the Content-Type says. A route gets `{ body, text }`: parsed, and as received. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes),
  )
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    // Some programs put a character set here, so only real encodings are refused.
    if (/\b(x-)?(gzip|compress|deflate|br|zstd)\b/i.test(raw.headers['content-encoding'] ?? '')) {
      return done(new AppError('unsupported_media_type', 'Send the body without compression.'))
    }
    // Fastify refuses a malformed Content-Type before it looks for a parser.
    raw.headers['content-type'] = 'application/json'
    done()
  })
}

/**
 * Answers every other method on an address with 405 and `Allow`. Call it before the routes are added, and the function
 * that it returns after them.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const allowed = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    allowed.set(url, [...new Set([...(allowed.get(url) ?? []), method].flat())])
  })
  return () => {
    // CONNECT is for proxies only: Node closes the connection.
    const methods = METHODS.filter((method) => method !== 'CONNECT')
    for (const method of methods) {
      if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
    }
    for (const [url, answered] of [...allowed]) {
      const known = url === EVERYWHERE ? [...answered, ...COMMON] : answered
      refuse(
        app,
        url,
        methods.filter((method) => !known.includes(method)),
        answered.join(', '),
      )
    }
  }
}

function refuse(app: FastifyInstance, url: string, method: string[], allow: string): void {
  app.route({
    url,
    method,
    exposeHeadRoute: false,
    onRequest: async (_request, reply) => {
      reply.header('allow', allow)
      throw new AppError('method_not_allowed', `Use ${allow}.`)
    },
    handler: async () => undefined,
  })
}

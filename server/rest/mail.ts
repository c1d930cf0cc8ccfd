import type { FastifyInstance, FastifyRequest } from 'fastify'
import { receiveMail } from '../domain/mail/receiving/receive-mail.ts'
import { AppError } from '../errors.ts'
import { runVerb } from '../process/tracing/run-verb.ts'
import { hashSecret, matchesHash } from '../secrets.ts'
import type { Services } from '../services.ts'

const PAUSED_RETRY_AFTER = 60
/** What a mail has besides one file of the largest size, which base 64 makes a third longer. */
const ENVELOPE_BYTES = 1024 * 1024

type Delivery = FastifyRequest<{ Querystring: { recipient?: string } }>

/** Where a mail server hands over what visitors answer to mails (docs/mail.md). 200 means that it is stored, or no answer. */
export async function mailRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const { env } = services
  const bodyLimit = Math.ceil((env.files.maxBytes * 4) / 3) + ENVELOPE_BYTES
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit },
    async (_request: FastifyRequest, bytes: Buffer) => bytes,
  )
  // Before the body is read, so that none is taken from strangers.
  app.addHook('onRequest', async (request) => requireSecret(services, request))
  app.post(
    '/mail/replies',
    { config: { urgency: 'message', isUpload: true }, bodyLimit },
    async (request: Delivery) => {
      if (!Buffer.isBuffer(request.body)) {
        throw new AppError(
          'invalid_request',
          'Send the e-mail as the body, exactly as it was received (RFC 5322).',
        )
      }
      const mail = { raw: request.body, recipient: request.query.recipient }
      const received = await runVerb(services, 'receiveMail', () => receiveMail(services, mail)).catch(
        waitWhilePaused,
      )
      return received.result === 'ok' ? { result: 'ok', message_ids: received.messageIds } : received
    },
  )
}

function requireSecret({ env }: Services, { headers }: FastifyRequest): void {
  const secret = env.replies?.secret
  if (!secret) throw new AppError('not_found', 'This installation does not receive answers to e-mails here.')
  const given = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (!matchesHash(given, hashSecret(secret))) {
    throw new AppError('unauthenticated', 'Send REPLY_SECRET: Authorization: Bearer …')
  }
}

/** A mail server tries again later. */
function waitWhilePaused(error: unknown): never {
  if (error instanceof AppError && error.code === 'channel_paused') {
    throw new AppError('service_unavailable', 'This channel is paused. Hand over the e-mail again later.', {
      retryAfter: PAUSED_RETRY_AFTER,
    })
  }
  throw error
}

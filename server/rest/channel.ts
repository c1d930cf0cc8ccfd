import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ChannelEntry } from '../domain/channels/channel-directory.ts'
import { getChannelStatus } from '../domain/channels/get-channel-status.ts'
import { getMessageReceipt } from '../domain/messages/get-message-receipt.ts'
import { receiveVisitorMessage } from '../domain/messages/receive-visitor-message.ts'
import { receiveVisitorTyping } from '../domain/visitors/receive-visitor-typing.ts'
import { visitorKey } from '../domain/visitors/visitor-profile.ts'
import { AppError } from '../errors.ts'
import { channelPace, visitorPace } from '../limits/limits.ts'
import { runVerb } from '../process/tracing/run-verb.ts'
import type { Services } from '../services.ts'
import { readInbound } from './channel-schema.ts'
import { parseJsonBodies } from './rest-rules.ts'

interface Address {
  secret: string
  publicId: string
}

const BASE = '/channel/:secret/:publicId'
/** After how many seconds a client that has to wait should try again. */
const PAUSED_RETRY_AFTER = 60
const KEY_LENGTH = 255

/** The chat channel (contract, interface A: 4.1). Anyone who knows the address may call it; cookies are not used. */
export async function channelRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  app.decorateRequest('channel')
  // Before the body is read, so that none is parsed for callers who do not know the address.
  app.addHook('onRequest', async (request) => {
    request.setDecorator('channel', await findChannel(services, request.params as Address))
  })
  parseJsonBodies(app)

  /** A1: 1 when an operator of the channel is online, else 0. */
  app.get(`${BASE}/status`, async (request, reply) => {
    const status = await runVerb(services, 'getChannelStatus', () =>
      getChannelStatus(services, channelOf(request)),
    )
    return reply.type('application/json').send(String(status))
  })

  /** A2: a message or a typing notification of a visitor. 200 means that it is stored. */
  app.post(BASE, { config: { urgency: 'message' } }, async (request) => {
    if (channelOf(request).paused) {
      throw new AppError('service_unavailable', 'This channel is paused. Send the message again later.', {
        retryAfter: PAUSED_RETRY_AFTER,
      })
    }
    return acceptInbound(services, request)
  })

  /** Our own addition: the state of a message that A2 accepted. */
  app.get(`${BASE}/messages/:messageId`, (request: FastifyRequest<{ Params: { messageId: string } }>) =>
    runVerb(services, 'getMessageReceipt', () =>
      getMessageReceipt(services, { channel: channelOf(request), messageId: request.params.messageId }),
    ),
  )
}

async function findChannel({ channels }: Services, { publicId, secret }: Address): Promise<ChannelEntry> {
  const channel = await channels.find(publicId, secret)
  if (!channel) throw new AppError('not_found', 'There is no channel at this address.')
  return channel
}

function channelOf(request: FastifyRequest): ChannelEntry {
  return request.getDecorator('channel')
}

async function acceptInbound(services: Services, request: FastifyRequest) {
  const channel = channelOf(request)
  const { body, text } = request.body as { body: unknown; text: string }
  const inbound = readInbound(body)
  if (inbound.kind === 'ignored') return { result: 'ignored', reason: 'sender_id_missing' }
  const key = inbound.kind === 'typing' ? inbound.visitorKey : visitorKey(inbound.profile)
  await limitRate(services, channel, key)
  if (inbound.kind === 'typing') {
    const { typing } = inbound
    await runVerb(services, 'receiveVisitorTyping', () =>
      receiveVisitorTyping(services, { channel, key, typing }),
    )
    return { result: 'ok' }
  }
  const { profile, draft } = inbound
  const idempotency = readIdempotencyKey(request, text)
  const message = { channel, profile, draft, ...(idempotency && { idempotency }) }
  const messageId = await runVerb(services, 'receiveVisitorMessage', () =>
    receiveVisitorMessage(services, message),
  )
  return { result: 'ok', message_id: messageId }
}

async function limitRate({ limits, env }: Services, channel: ChannelEntry, key: string): Promise<void> {
  await Promise.all([
    limits.pace(channelPace(env.limits), channel.id),
    limits.pace(visitorPace(env.limits), `${channel.id}:${key}`),
  ])
}

function readIdempotencyKey(request: FastifyRequest, text: string) {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || key.length > KEY_LENGTH) {
    throw new AppError('invalid_request', `Idempotency-Key can have at most ${KEY_LENGTH} characters.`, {
      field: 'Idempotency-Key',
    })
  }
  return { key, requestHash: createHash('sha256').update(text).digest() as Buffer<ArrayBuffer> }
}

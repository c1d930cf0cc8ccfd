import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBotEvent } from '../../server/domain/bots/incoming/read-bot-event.ts'
import { readCallReport } from '../../server/domain/calls/reports/read-call-report.ts'
import { rotateCallToken } from '../../server/domain/calls/settings/rotate-call-token.ts'
import { pauseChannel } from '../../server/domain/channels/pause-channel.ts'
import { errorStatus } from '../../server/errors.ts'
import { visitorPace } from '../../server/limits/limits.ts'
import { paths } from '../../server/paths.ts'
import { archiveExportRoutes } from '../../server/rest/archive-export/routes.ts'
import { botRoutes } from '../../server/rest/bot.ts'
import { callRoutes } from '../../server/rest/calls.ts'
import { channelRoutes } from '../../server/rest/channel.ts'
import { readInbound } from '../../server/rest/channel-schema.ts'
import { fileRoutes } from '../../server/rest/files.ts'
import { healthRoutes } from '../../server/rest/health.ts'
import { mailRoutes } from '../../server/rest/mail.ts'
import { openApiDocument } from '../../server/rest/openapi/document.ts'
import {
  type BotCast,
  type BotStage,
  castBot,
  eventsOf,
  openStage,
  readChat,
  write,
} from '../bots/support.ts'
import { startTestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { fillAccount } from '../support/fill-account.ts'
import { fillDiskFor } from '../support/full-disk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { component, conforms, document, mistakesOf, mistakesOfSent, operations } from '../support/openapi.ts'
import { until } from '../support/until.ts'
import { takeReport, whileUsedUp } from '../support/while-used-up.ts'

const FILE_BYTES = 1024
const STATUS = '/channel/{secret}/{publicId}/status'
const CHANNEL = '/channel/{secret}/{publicId}'
const RECEIPT = '/channel/{secret}/{publicId}/messages/{messageId}'
const REPORT = 'from=2026-01-01&to=2026-01-31&by=CHANNEL'
const VISITOR_EXPORT = '/visitors/{visitorId}/export'
const BOT = '/bot/webhooks/{providerId}/{token}'
const CALLS = '/calls/{token}'
const BOT_AUTHORIZED = '/bot/providers/{providerId}/{token}'

const REPLY_SECRET = 'the mail server knows this'

let stage: BotStage
let desk: Desk
let cast: BotCast
let guarded: BotCast
let calls: string
beforeAll(async () => {
  stage = await openStage({
    // Slower than any machine, so that a burst is refused.
    BOT_RATE_LIMIT: '1',
    BOT_RATE_BURST: '30',
    FILE_MAX_BYTES: String(FILE_BYTES),
    REPLY_ADDRESS: 'reply@example.com',
    REPLY_SECRET,
  })
  desk = await openDesk(stage, { serverUrl: stage.client.url })
  cast = await castBot(stage)
  const { reportUrl } = await rotateCallToken(stage.services, { viewer: desk.admin.viewer })
  calls = new URL(reportUrl).pathname
  guarded = await castBot(stage, { provider: { tokenUrl: 'http://127.0.0.1:9/' } })
})
afterAll(() => stage.close())

const hello = (id: unknown = randomUUID()) => ({ sender: { id }, message: { type: 'text', text: 'Hello' } })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(stage.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const get = (path: string) => fetch(stage.url + path)
const botPath = ({ provider, token }: BotCast, prefix = 'webhooks') =>
  `/bot/${prefix}/${provider.publicId}/${token}`
const incoming = () => ({ id: randomUUID(), type: 'incoming', phone: '+4930123456', status: 'start' })
const invite = { event: 'INVITE_AGENT', chat_id: '1' }

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) })
  })

  test('is served with the address of the installation, and committed', async () => {
    const served = await get('/openapi.json')
    expect(served.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await served.json()).toEqual(
      JSON.parse(JSON.stringify(openApiDocument(stage.services.env.http.publicUrl))),
    )
    expect(JSON.parse(readFileSync(`${paths.root}docs/openapi.json`, 'utf8'))).toEqual(document)
  })

  test('has every route of the adapters and no other', async () => {
    const options = { services: stage.services, state: { draining: false } }
    const bare = fastify({ exposeHeadRoutes: false })
    const routes: { method: string; url: string }[] = []
    bare.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each, url })
    })
    for (const adapter of [
      channelRoutes,
      botRoutes,
      callRoutes,
      mailRoutes,
      fileRoutes,
      archiveExportRoutes,
      healthRoutes,
    ]) {
      await bare.register(adapter, options)
    }
    await bare.ready()
    const answered: string[] = []
    for (const { method, url } of routes.filter(({ method }) => !['HEAD', 'OPTIONS'].includes(method))) {
      const response = await fetch(stage.url + url.replaceAll(/:\w+/g, 'x'), { method })
      if (response.status !== 405) answered.push(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    }
    const documented = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(answered.toSorted()).toEqual(documented.toSorted())
  })
})

describe('the examples of the document', () => {
  const bodies = [...requests(), ...webhooks()].flatMap(({ path, method, operation, root }) =>
    Object.entries(operation.requestBody?.content['application/json']?.examples ?? {}).map(
      ([name, { value }]) => ({ path, method, root, name, value }),
    ),
  )

  function requests() {
    return operations().map((each) => ({ ...each, root: 'paths' }))
  }

  function webhooks() {
    return Object.entries(document.webhooks).flatMap(([path, { post: operation }]) =>
      operation ? [{ path, method: 'post' as const, operation, root: 'webhooks' }] : [],
    )
  }

  test.each(bodies)('$path $name is valid by its schema', ({ path, method, root, value }) => {
    const place = [root, path, method, 'requestBody', 'content', 'application/json', 'schema']
    expect(mistakesOf(value, place)).toEqual([])
  })

  test.each(bodies.filter(({ path }) => path === CHANNEL))('A2 takes $name', async ({ value }) => {
    const response = await post(desk.channel.path, value)
    expect(response.status).toBe(200)
    await conforms(response, CHANNEL, 'post')
  })

  test.each(bodies.filter(({ path }) => path === BOT))('B1 takes $name', async ({ value }) => {
    const own = await castBot(stage)
    await write(stage, own)
    const chat_id = String((await readChat(stage, own)).number)
    const response = await post(botPath(own), { ...(value as object), chat_id })
    expect(response.status).toBe(200)
    await conforms(response, BOT, 'post')
  })
})

describe('the schema of what comes in agrees with the adapter', () => {
  const file = { file: 'https://example.com/f' }
  const place = { latitude: 1, longitude: 2 }
  const messages: [string, object][] = [
    ['a text', { type: 'text', text: 'x' }],
    ['a text with unknown fields', { type: 'text', text: 'x', more: { a: 1 } }],
    ['no type', { text: 'x' }],
    ['an unknown type', { type: 'poll', text: 'x' }],
    ['a type in capital letters', { type: 'TEXT', text: 'x' }],
    ['no text', { type: 'text' }],
    ['a blank text', { type: 'text', text: ' \n' }],
    ['a text that is null', { type: 'text', text: null }],
    ...['video', 'audio', 'voice', 'photo', 'sticker', 'document'].flatMap((type): [string, object][] => [
      [`a ${type}`, { type, ...file, file_name: 'a', file_size: 1, duration: 1, width: 2, height: 3 }],
      [`a ${type} without a file`, { type, text: 'x' }],
    ]),
    ['a location', { type: 'location', ...place }],
    ['a location without latitude', { type: 'location', longitude: 2 }],
    ['a location without longitude', { type: 'location', latitude: 2 }],
    ['a location beyond the pole', { type: 'location', latitude: 91, longitude: 2 }],
    ['typein', { type: 'typein' }],
    ['typeout', { type: 'typeout', text: 7 }],
  ]
  test.each(messages)('of A2: %s', (_name, message) => {
    expectAgreement('VisitorMessage', { sender: { id: 1 }, message }, readInbound)
  })

  test.each([
    ['an integer', 1],
    ['zero', 0],
    ['a text', 'a'],
    ['255 characters of two units', '👍'.repeat(255)],
    ['256 characters', 'a'.repeat(256)],
    ['NUL', 'a\0b'],
    ['a fraction', 1.5],
    ['the largest integer', Number.MAX_SAFE_INTEGER],
    ['more than the largest integer', 2 ** 53],
    ['a boolean', true],
    ['an object', {}],
  ])('of sender.id: %s', (_name, id) => {
    expectAgreement('VisitorMessage', hello(id), readInbound)
  })

  const target = { chat_id: '1' }
  const said = (message: unknown) => ({ event: 'BOT_MESSAGE', ...target, message })
  test.each([
    ['no event', target],
    ['an event of the other direction', { event: 'CLIENT_MESSAGE', ...target }],
    ['no conversation', { event: 'INVITE_AGENT' }],
    ['an invitation', { event: 'INVITE_AGENT', client_id: 7 }],
    ['an invitation with a reason', { event: 'INVITE_AGENT', ...target, reason: 'A refund' }],
    ['contacts', { event: 'CLIENT_INFO', ...target, client_info: { name: 'Ann' } }],
    ['no message', { event: 'BOT_MESSAGE', ...target }],
    ['a text', said({ type: 'TEXT', text: 'x', timestamp: 1 })],
    ['a blank text', said({ type: 'TEXT', text: ' ' })],
    ['Markdown', said({ type: 'MARKDOWN', content: 'x' })],
    ['Markdown without content', said({ type: 'MARKDOWN', text: 'x' })],
    ['buttons', said({ type: 'BUTTONS', buttons: [{ id: 1, text: 'x' }] })],
    ['no buttons', said({ type: 'BUTTONS', buttons: [] })],
    ['a button without a text', said({ type: 'BUTTONS', buttons: [{ id: 'x' }] })],
    ['another type', said({ type: 'IMAGE' })],
  ])('of B1: %s', (_name, event) => {
    expectAgreement('BotInboundEvent', event, readBotEvent)
  })

  test.each([
    ['no call', { status: 'end' }],
    ['an order', { call_id: randomUUID(), status: 'end' }],
    ['an unknown status', { call_id: randomUUID(), status: 'ringing' }],
    ['no status', { id: 'x' }],
    ['a call of its own', { id: 7, type: 'incoming', phone: '', status: 'start' }],
    ['a blank id', { id: ' ', status: 'start' }],
    ['an id of 256 characters', { id: 'x'.repeat(256), status: 'start' }],
  ])('of a report: %s', (_name, report) => {
    expectAgreement('CallReport', report, readCallReport)
  })

  function expectAgreement(schema: string, body: unknown, read: (body: unknown) => unknown): void {
    let refusal: unknown
    try {
      read(body)
    } catch (error) {
      refusal = error
    }
    expect(mistakesOf(body, component(schema)).length > 0, String(refusal)).toBe(refusal !== undefined)
  }
})

/** Requests whose answers the document describes, each as `method path code`. */
const refusals: { [key: string]: () => Response | Promise<Response> } = {
  [`get ${STATUS} not_found`]: () => get(`/channel/x/${desk.channel.publicId}/status`),
  [`post ${CHANNEL} invalid_json`]: () => post(desk.channel.path, '{'),
  [`post ${CHANNEL} invalid_request`]: () => post(desk.channel.path, { sender: { id: 1 } }),
  [`post ${CHANNEL} sender_id_invalid`]: () => post(desk.channel.path, hello(1.5)),
  [`post ${CHANNEL} not_found`]: () => post(`${desk.channel.path}x`, hello()),
  [`post ${CHANNEL} payload_too_large`]: () => post(desk.channel.path, ' '.repeat(256 * 1024 + 1)),
  [`post ${CHANNEL} unsupported_media_type`]: () =>
    post(desk.channel.path, hello(), { 'content-encoding': 'gzip' }),
  [`post ${CHANNEL} idempotency_key_reused`]: async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await post(desk.channel.path, hello(), headers)
    return post(desk.channel.path, hello(), headers)
  },
  [`post ${CHANNEL} too_many_requests`]: () => {
    const { limits, env } = stage.services
    const take = () => limits.pace(visitorPace(env.limits), `${desk.channel.id}:busy`)
    return whileUsedUp(take, () => firstRefusal(() => post(desk.channel.path, hello('busy'))))
  },
  [`post ${CHANNEL} service_unavailable`]: async () => {
    const other = await openDesk(stage)
    await pauseChannel(stage.services, { viewer: other.admin.viewer, id: other.channel.id })
    return post(other.channel.path, hello())
  },
  [`get ${RECEIPT} not_found`]: () => get(`${desk.channel.path}/messages/${randomUUID()}`),
  ...botRefusals(BOT, 'webhooks'),
  ...botRefusals(BOT_AUTHORIZED, 'providers'),
  [`post ${CALLS} invalid_json`]: () => post(calls, '{'),
  [`post ${CALLS} invalid_request`]: () => post(calls, {}),
  [`post ${CALLS} unauthenticated`]: () => post(`${calls}x`, incoming()),
  [`post ${CALLS} not_found`]: () => post(calls, { call_id: randomUUID(), status: 'end' }),
  [`post ${CALLS} payload_too_large`]: () => post(calls, ' '.repeat(256 * 1024 + 1)),
  [`post ${CALLS} unsupported_media_type`]: () => post(calls, incoming(), { 'content-encoding': 'br' }),
  [`post ${CALLS} too_many_requests`]: () =>
    whileUsedUp(takeReport(stage.services, desk.admin.viewer.accountId), () =>
      firstRefusal(() => post(calls, {})),
    ),
  'post /files invalid_request': () => upload(new FormData(), { cookie: desk.admin.cookie }),
  'post /mail/replies unauthenticated': () => handOver('To: a@example.com\r\n\r\nHello', 'another secret'),
  'post /mail/replies invalid_request': () => handOver('\r\n\r\n'),
  'post /mail/replies not_found': () => handOver('To: reply+x@example.com\r\n\r\nHello'),
  'post /mail/replies payload_too_large': () => handOver(' '.repeat(2 * FILE_BYTES + 1024 * 1024)),
  'post /files unauthenticated': () => upload(aFile(), {}),
  'post /files forbidden': () =>
    fetch(`${stage.url}/files`, { method: 'POST', headers: { cookie: desk.admin.cookie }, body: aFile() }),
  'post /files unsupported_media_type': () =>
    post('/files', '{}', { cookie: desk.admin.cookie, 'x-graphql-yoga-csrf': '1' }),
  'post /files payload_too_large': () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(FILE_BYTES + 1)]), 'large.bin')
    return upload(form, { cookie: desk.admin.cookie })
  },
  'post /files disk_full': () => {
    fillDiskFor(stage.services, 'receive')
    return upload(aFile(), { cookie: desk.admin.cookie })
  },
  'get /files/{key} not_found': () => get('/files/none'),
  'get /archive/export invalid_request': () => exportArchive('format=xls'),
  'get /archive/export unauthenticated': () => get('/archive/export?format=csv'),
  'get /archive/export too_many_requests': () => firstRefusal(() => exportArchive('format=json')),
  'get /archive/calls/export invalid_request': () => exportArchive('format=xls', '/archive/calls/export'),
  'get /archive/calls/export unauthenticated': () => get('/archive/calls/export?format=csv'),
  'get /archive/calls/export too_many_requests': () =>
    firstRefusal(() => exportArchive('format=json', '/archive/calls/export')),
  'get /archive/offline-messages/export invalid_request': () =>
    exportArchive('format=xls', '/archive/offline-messages/export'),
  'get /archive/offline-messages/export unauthenticated': () =>
    get('/archive/offline-messages/export?format=csv'),
  'get /archive/offline-messages/export too_many_requests': () =>
    firstRefusal(() => exportArchive('format=json', '/archive/offline-messages/export')),
  'get /reports/export invalid_request': () => exportArchive('from=2026-01-01', '/reports/export'),
  'get /reports/export unauthenticated': () => get(`/reports/export?${REPORT}`),
  'get /reports/export forbidden': () =>
    fetch(`${stage.url}/reports/export?${REPORT}`, { headers: { cookie: desk.operators[0].cookie } }),
  'get /reports/export too_many_requests': () => firstRefusal(() => exportArchive(REPORT, '/reports/export')),
  'get /canned-replies/export invalid_request': () => exportArchive('shared=maybe', '/canned-replies/export'),
  'get /canned-replies/export unauthenticated': () => get('/canned-replies/export?shared=true'),
  'get /canned-replies/export too_many_requests': () =>
    firstRefusal(() => exportArchive('shared=true', '/canned-replies/export')),
  [`get ${VISITOR_EXPORT} unauthenticated`]: () => get('/visitors/x/export'),
  [`get ${VISITOR_EXPORT} not_found`]: () => exportVisitor('x', desk.admin),
  [`get ${VISITOR_EXPORT} forbidden`]: async () => {
    await desk.say('exported', 'Hello')
    const { visitorId } = await desk.chatOf('exported')
    return exportVisitor(globalId('Visitor', visitorId), desk.operators[0])
  },
  [`get ${VISITOR_EXPORT} too_many_requests`]: () => {
    const id = globalId('Visitor', randomUUID())
    return firstRefusal(() => exportVisitor(id, desk.operators[0]))
  },
}

const exportVisitor = (id: string, { cookie }: { cookie: string }) =>
  fetch(`${stage.url}/visitors/${encodeURIComponent(id)}/export`, { headers: { cookie } })

const exportArchive = (query: string, path = '/archive/export') =>
  fetch(`${stage.url}${path}?${query}`, { headers: { cookie: desk.admin.cookie } })

function botRefusals(path: string, prefix: string): typeof refusals {
  const key = (code: string) => `post ${path} ${code}`
  return {
    [key('invalid_json')]: () => post(botPath(cast, prefix), '{'),
    [key('invalid_request')]: () => post(botPath(cast, prefix), {}),
    [key('invalid_client')]: () => post(`${botPath(cast, prefix)}x`, invite),
    [key('unauthorized_client')]: () => post(botPath(guarded, prefix), invite),
    [key('forbidden')]: async () => {
      const off = await castBot(stage)
      const id = globalId('Bot', off.bot.id)
      expect((await mutate(off.asAdmin, 'updateBot', { id, enabled: false })).userErrors).toEqual([])
      return post(botPath(off, prefix), invite)
    },
    [key('not_found')]: () => post(`/bot/${prefix}/${randomUUID()}/${cast.token}`, invite),
    [key('chat_not_found')]: () => post(botPath(cast, prefix), { ...invite, chat_id: '999999' }),
    [key('event_not_supported')]: () => post(botPath(cast, prefix), { ...invite, event: 'CHAT_CLOSED' }),
    [key('payload_too_large')]: () => post(botPath(cast, prefix), ' '.repeat(256 * 1024 + 1)),
    [key('unsupported_media_type')]: () => post(botPath(cast, prefix), invite, { 'content-encoding': 'br' }),
    [key('too_many_requests')]: async () => {
      const busy = await castBot(stage)
      const { limits, env } = stage.services
      const rate = { name: 'bot', perSecond: env.limits.botPerSecond, burst: env.limits.botBurst }
      return whileUsedUp(
        () => limits.meter(rate, busy.bot.id),
        () => firstRefusal(() => post(botPath(busy, prefix), {})),
      )
    },
  }
}

/** Asks until it is told to wait. */
function firstRefusal(ask: () => Promise<Response>): Promise<Response> {
  return until(async () => {
    const answer = await ask()
    expect(answer.status).toBe(429)
    return answer
  })
}

function aFile(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['hello']), 'hello.txt')
  return form
}

const handOver = (mail: string, secret = REPLY_SECRET) =>
  post('/mail/replies', mail, { authorization: `Bearer ${secret}` })

const upload = (body: FormData, headers: Record<string, string>) =>
  fetch(`${stage.url}/files`, { method: 'POST', headers: { ...headers, 'x-graphql-yoga-csrf': '1' }, body })

describe('an answer is what the document says', () => {
  test.each(Object.entries(refusals))('%s', async (key, ask) => {
    const [method, path, code] = key.split(' ') as ['get' | 'post', string, keyof typeof errorStatus]
    const response = await ask()
    expect(response.status).toBe(errorStatus[code])
    expect(await conforms(response, path, method)).toMatchObject({ error: { code } })
  })

  test('and every error that it names is tried here', () => {
    const named = operations().flatMap(({ path, method, operation }) =>
      Object.entries(operation.responses).flatMap(([status, { description }]) =>
        Number(status) < 400 || status === 'default' || status === '416'
          ? []
          : [...description.matchAll(/`(\w+)`/g)].map(([, code]) => `${method} ${path} ${code}`),
      ),
    )
    const elsewhere = ['get /metrics unauthenticated', 'get /metrics forbidden']
    expect(named.toSorted()).toEqual([...Object.keys(refusals), ...elsewhere].toSorted())
  })

  test('of a request that succeeds', async () => {
    const status = await conforms(await get(`${desk.channel.path}/status`), STATUS, 'get')
    expect(status).toBe(0)
    const taken = await conforms(await post(desk.channel.path, hello()), CHANNEL, 'post')
    const { message_id: id } = taken as { message_id: string }
    await conforms(await get(`${desk.channel.path}/messages/${id}`), RECEIPT, 'get')
    await conforms(await post(desk.channel.path, { ...hello(), sender: null }), CHANNEL, 'post')
    const own = await rotateCallToken(stage.services, { viewer: desk.admin.viewer })
    await conforms(await post(new URL(own.reportUrl).pathname, incoming()), CALLS, 'post')
    const stored = await upload(aFile(), { cookie: desk.admin.cookie })
    expect(stored.status).toBe(201)
    const { url } = (await conforms(stored, '/files', 'post')) as { url: string }
    const path = new URL(url).pathname
    const range = (value: string) => fetch(stage.url + path, { headers: { range: value } })
    const answers = [await get(path), await range('bytes=0-1'), await range('bytes=99-')]
    expect(answers.map(({ status }) => String(status))).toEqual(['200', '206', '416'])
    for (const { status } of answers) {
      expect(document.paths['/files/{key}']?.get?.responses[status]).toBeDefined()
    }
    for (const path of ['/healthz', '/readyz']) await conforms(await get(path), path, 'get')
  })

  test.each([
    ['/archive/export', 'ExportedChat'],
    ['/archive/calls/export', 'ExportedCall'],
    ['/archive/offline-messages/export', 'ExportedOfflineMessage'],
  ])('of %s: every entry, with nothing that is not named', async (path, name) => {
    const own = await openDesk(stage)
    await fillAccount(stage.services, own, 1)
    const { db } = stage.services
    await db.call.updateMany({
      where: { accountId: own.account.id },
      data: { state: 'END', endedAt: new Date() },
    })
    await own.say('a', 'Hello')
    await mutate(own.admin.execute, 'closeChat', { chatId: globalId('Chat', (await own.chatOf('a')).id) })
    const response = await fetch(`${stage.url}${path}?format=json`, { headers: { cookie: own.admin.cookie } })
    const entries = (await response.json()) as object[]
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries) expect(mistakesOfSent(entry, component(name))).toEqual([])
  })

  test('of /metrics without its token', async () => {
    const app = await startTestApp({ variables: { METRICS_TOKEN: randomUUID() } })
    try {
      await conforms(await fetch(`${app.url}/metrics`), '/metrics', 'get')
    } finally {
      await app.close()
    }
  })
})

describe('what Switchboard sends is what the document says', () => {
  test('to a client: a text, a file and typing of an operator, a text of a bot', async () => {
    const [operator] = desk.operators
    const say = async (visitorId: unknown) => {
      await post(desk.channel.path, hello(visitorId))
      return desk.chatOf(String(visitorId))
    }
    const chat = await say(42)
    await reply(operator, chat.id, 'Hi')
    const { id } = (await (await upload(aFile(), { cookie: operator.cookie })).json()) as { id: string }
    const chatId = globalId('Chat', chat.id)
    await mutate(operator.execute, 'sendMessage', {
      idempotencyKey: randomUUID(),
      chatId,
      fileId: id,
      text: 'Look',
    })
    await mutate(operator.execute, 'setTyping', { chatId, typing: true })
    await write(stage, cast)
    const chat_id = String((await readChat(stage, cast)).number)
    await post(botPath(cast), { event: 'BOT_MESSAGE', chat_id, message: { type: 'TEXT', text: 'Beep' } })
    // On a busy machine one of them may be sent twice.
    const told = () =>
      stage.client.requests.map(({ json }) => (json as { message: { type: string; text?: string } }).message)
    await until(() => {
      expect(new Set(told().map(({ type }) => type))).toEqual(new Set(['text', 'document', 'typein']))
      expect(told().map(({ text }) => text)).toEqual(expect.arrayContaining(['Hi', 'Beep']))
    })
    for (const { json } of stage.client.requests)
      expect(mistakesOf(json, component('ClientMessage'))).toEqual([])
  })

  test.each(['SEED', 'CLASSIC', 'CURRENT'] as const)('to a bot with the profile %s', async (profile) => {
    const own = await castBot(stage, { provider: { profile } })
    await write(stage, own)
    await until(() => expect(eventsOf(stage, own)).toHaveLength(1))
    for (const event of eventsOf(stage, own)) expect(mistakesOfSent(event, component('BotEvent'))).toEqual([])
  })
})

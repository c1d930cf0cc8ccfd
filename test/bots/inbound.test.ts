import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBot } from '../support/bots.ts'
import { until } from '../support/until.ts'
import { type BotCast, type BotStage, castBot, openStage, post, readChat, write } from './support.ts'

let stage: BotStage
let cast: BotCast
let chatId: string

beforeAll(async () => {
  stage = await openStage()
  cast = await castBot(stage)
  await write(stage, cast)
  chatId = String((await readChat(stage, cast)).number)
})
afterAll(() => stage.close())

const message = { type: 'TEXT', text: 'Hi' }
const refused = (status: number, code: string, field?: string) => ({
  status,
  json: { error: { code, message: expect.any(String), ...(field && { field }) } },
})

test.each([
  ['no JSON', 'hello', 400, 'invalid_json', undefined],
  ['no object', [], 400, 'invalid_request', undefined],
  ['no event', { chat_id: 1 }, 400, 'invalid_request', 'event'],
  ['another event', { event: 'CHAT_CLOSED', chat_id: 1 }, 405, 'event_not_supported', 'event'],
  ['no conversation', { event: 'BOT_MESSAGE', message }, 400, 'invalid_request', 'chat_id'],
  ['no message', { event: 'BOT_MESSAGE', chat_id: 1 }, 400, 'invalid_request', 'message'],
  [
    'another type',
    { event: 'BOT_MESSAGE', chat_id: 1, message: { type: 'VIDEO' } },
    400,
    'invalid_request',
    'message.type',
  ],
  [
    'a blank text',
    { event: 'BOT_MESSAGE', chat_id: 1, message: { type: 'TEXT', text: ' ' } },
    400,
    'invalid_request',
    'message.text',
  ],
  [
    'no content',
    { event: 'BOT_MESSAGE', chat_id: 1, message: { type: 'MARKDOWN', text: 'x' } },
    400,
    'invalid_request',
    'message.content',
  ],
  [
    'no buttons',
    { event: 'BOT_MESSAGE', chat_id: 1, message: { type: 'BUTTONS', title: 'x' } },
    400,
    'invalid_request',
    'message.buttons',
  ],
  [
    'an unknown conversation',
    { event: 'BOT_MESSAGE', chat_id: 999_999, message },
    404,
    'chat_not_found',
    'chat_id',
  ],
  [
    'an id that no conversation has',
    { event: 'INVITE_AGENT', client_id: 'abc' },
    404,
    'chat_not_found',
    'client_id',
  ],
])('refuses %s', async (_name, body, status, code, field) => {
  expect(await post(cast.inbound, body)).toMatchObject(refused(status, code, field))
})

test('knows its provider, its token, and its method', async () => {
  const { publicId } = cast.provider
  const event = { event: 'BOT_MESSAGE', chat_id: chatId, message }
  const at = (path: string) => post(`${stage.url}/bot/${path}`, event)
  expect(await at(`webhooks/${randomUUID()}/${cast.token}`)).toMatchObject(refused(404, 'not_found'))
  expect(await at(`webhooks/${publicId}/wrong-token`)).toMatchObject(refused(401, 'invalid_client'))
  const broken = await fetch(`${stage.url}/bot/webhooks/${publicId}/wrong-token`, {
    method: 'POST',
    body: '{',
  })
  expect(broken.status).toBe(401)
  expect(await at(`webhooks/${publicId}`)).toMatchObject(refused(404, 'not_found'))
  expect(await at(`providers/${publicId}/${cast.token}`)).toMatchObject({ status: 200 })
  const get = await fetch(cast.inbound)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
})

test("another bot's conversation is not found, also in the same account, and nothing of it changes", async () => {
  const stranger = await castBot(stage)
  const { provider, token } = await makeBot(stage.services, { accountId: cast.accountId })
  const foreign = { event: 'BOT_MESSAGE', chat_id: chatId, message: { type: 'TEXT', text: 'from elsewhere' } }
  for (const url of [stranger.inbound, `${stage.url}/bot/webhooks/${provider.publicId}/${token}`]) {
    expect(await post(url, foreign)).toMatchObject(refused(404, 'chat_not_found', 'chat_id'))
    expect(await post(url, { event: 'INVITE_AGENT', client_id: 1 })).toMatchObject({ status: 404 })
  }
  expect((await readChat(stage, cast)).messages.map(({ text }) => text)).not.toContain('from elsewhere')
})

test('takes what real bots send: ids as numbers, no id, no timestamp, the same event id twice', async () => {
  const own = await castBot(stage)
  await write(stage, own)
  const { number } = await readChat(stage, own)
  const bodies = [
    { event: 'BOT_MESSAGE', chat_id: number, message: { type: 'TEXT', text: 'number' } },
    { event: 'BOT_MESSAGE', id: 'same', chat_id: String(number), message: { type: 'text', text: 'one' } },
    {
      event: 'BOT_MESSAGE',
      id: 'same',
      client_id: 1,
      message: { type: 'TEXT', text: 'two', timestamp: '1.5' },
    },
    {
      event: 'BOT_MESSAGE',
      id: 7,
      chat_id: number,
      extra: '\u0000',
      message: { type: 'TEXT', text: 'a\u0000b' },
    },
  ]
  for (const body of bodies) expect((await post(own.inbound, body)).status).toBe(200)
  const { messages } = await readChat(stage, own)
  expect(messages.slice(1).map(({ text }) => text)).toEqual(['number', 'one', 'two', 'ab'])
})

test('what is refused is in the log, with the reason', async () => {
  const own = await castBot(stage)
  await post(own.inbound, { event: 'DANCE', chat_id: 1 })
  const event = await stage.services.db.incomingBotEvent.findFirstOrThrow({ where: { botId: own.bot.id } })
  expect(event).toMatchObject({ kind: 'DANCE', state: 'REFUSED', body: { event: 'DANCE', chat_id: 1 } })
  expect(event.note).toMatch(/^405 event_not_supported/)
})

test('a bot that sends more than its burst is told when to come back', async () => {
  const strict = await openStage({ BOT_RATE_LIMIT: '1', BOT_RATE_BURST: '20' })
  try {
    const { inbound } = await castBot(strict)
    const invite = () => post(inbound, { event: 'INVITE_AGENT', chat_id: 0 })
    const start = performance.now()
    const answers = await Promise.all(Array.from({ length: 80 }, invite))
    const dueMeanwhile = (performance.now() - start) / 1000
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited.length).toBeGreaterThanOrEqual(Math.floor(60 - dueMeanwhile))
    expect(limited.length).toBeLessThanOrEqual(60)
    expect(limited[0]).toMatchObject(refused(429, 'too_many_requests'))
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await until(async () => expect((await invite()).status).toBe(200))
  } finally {
    await strict.close()
  }
})

test('a reply finds the conversation of somebody who was merged into another visitor since', async () => {
  const { db } = stage.services
  const chat = await readChat(stage, cast)
  const { channelId, accountId } = chat
  const former = await db.visitor.create({
    data: {
      ...{ id: randomUUID(), key: randomUUID(), externalId: 'former', number: 4_711 },
      ...{ accountId, channelId, mergedIntoId: chat.visitorId },
    },
  })
  const reply = { event: 'BOT_MESSAGE', client_id: String(former.number), message }
  expect(await post(cast.inbound, reply)).toMatchObject({ status: 200 })
  expect((await readChat(stage, cast)).messages.at(-1)).toMatchObject({ author: 'BOT', text: 'Hi' })
})

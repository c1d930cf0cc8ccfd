import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { BOT_EVENT, botLane } from '../../server/domain/bots/outgoing/bot-event.ts'
import { CLIENT_REPLY, replyLane } from '../../server/domain/deliveries/client-reply.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { labelOfKind } from '../../server/outbox/lane.ts'
import { createMetrics } from '../../server/process/metrics.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { openDesk } from '../support/desk.ts'
import { graphqlAs, mutate } from '../support/graphql-client.ts'
import { request } from '../support/plain-request.ts'
import { createDatabase } from '../support/postgres.ts'
import { startRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const TOKEN = 'a token for Prometheus'
const lines = async (url = app.url) => (await (await fetch(`${url}/metrics`)).text()).split('\n')

describe('/metrics without a token', () => {
  test.each([
    ['to a program on this machine', {}, 200],
    ['not through a proxy on this machine', { 'x-forwarded-for': '203.0.113.7' }, 403],
    ['not through one that says it in the new way', { forwarded: 'for=203.0.113.7' }, 403],
    ['not through one that adds the real address', { 'x-real-ip': '203.0.113.7' }, 403],
    ['not through one that adds nothing but the name that was called', { host: 'chat.example.com' }, 403],
  ])('is shown %s', async (_name, headers, status) => {
    // The test's own app trusts loopback as a proxy.
    expect((await request(`${app.url}/metrics`, { headers })).status).toBe(status)
  })
})

test('/metrics with a token is shown to whoever has it, from anywhere, and to nobody else', async () => {
  const own = await startTestApp({ variables: { METRICS_TOKEN: TOKEN } })
  onTestFinished(() => own.close())
  const ask = (authorization?: string) =>
    fetch(`${own.url}/metrics`, {
      headers: { 'x-forwarded-for': '203.0.113.7', ...(authorization && { authorization }) },
    })
  expect((await ask()).status).toBe(401)
  expect((await fetch(`${own.url}/metrics`)).status).toBe(401)
  expect((await ask('Bearer a token for somebody')).status).toBe(401)
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(200)
})

test('/metrics counts requests by route, method and class of status, and errors of GraphQL by code', async () => {
  const own = await startTestApp()
  onTestFinished(() => own.close())
  const before = await lines(own.url)
  expect(before).toContain('switchboard_outbox_attempts_total{kind="client_reply",outcome="sent"} 0')
  expect(before).toContain('switchboard_outbox_attempts_total{kind="bot_event",outcome="failed"} 0')
  expect(before).toContain('switchboard_graphql_errors_total{code="SIGN_IN_FAILED"} 0')
  await fetch(`${own.url}/channel/x/y/status`)
  const execute = graphqlAs(own.url)
  await mutate(execute, 'signIn', { email: 'nobody@example.com', password: 'not the password' })
  await execute('{ channels { edges { node { id } } } }')
  await execute('{ nothing }')
  await execute('{')
  const after = await lines(own.url)
  const label = '{method="GET",route="/channel/:secret/:publicId/status",status="4xx"}'
  expect(after).toContain(`switchboard_http_request_seconds_count${label} 1`)
  for (const [code, count] of [
    ['SIGN_IN_FAILED', 1],
    ['UNAUTHENTICATED', 1],
    ['BAD_REQUEST', 2],
  ]) {
    expect(after).toContain(`switchboard_graphql_errors_total{code="${code}"} ${count}`)
  }
  expect(after).toContain('switchboard_graphql_errors_total{code="INTERNAL_ERROR"} 0')
  expect(after.join('\n')).toMatch(/switchboard_database_connections\{state="total"\} [1-9]/)
})

test('the table of metrics has every one of Switchboard and every kind of what leaves', () => {
  const docs = readFileSync('docs/operations.md', 'utf8')
  const named = [...docs.matchAll(/^\| `(switchboard_\w+)/gm)].map(([, name]) => name)
  const own = createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('switchboard_'))
  expect(named.toSorted()).toEqual(own.toSorted())
  const [, kinds] = /switchboard_outbox_attempts_total.*delivery attempts \((.*?)\)/.exec(docs) ?? []
  expect(kinds).toBe(outboxKinds.map(({ name }) => `\`${labelOfKind(name)}\``).join(', '))
})

test('/metrics tells how old the oldest pending delivery and bot event are', async () => {
  const own = await startTestApp()
  onTestFinished(() => own.close())
  const desk = await openDesk(own)
  await desk.say('a', 'Hello')
  const chat = await desk.chatOf('a')
  const createdAt = new Date(Date.now() - 100_000)
  const { id: messageId } = await own.services.db.message.findFirstOrThrow({ where: { chatId: chat.id } })
  const { accountId, channelId, visitorId, id: chatId } = chat
  await own.services.db.outboxItem.create({
    data: {
      accountId,
      kind: CLIENT_REPLY,
      receiverId: channelId,
      chatId,
      messageId,
      lane: replyLane(visitorId),
      createdAt,
    },
  })
  const { bot } = await makeBot(own.services, { accountId })
  await own.services.db.outboxItem.create({
    data: {
      accountId,
      kind: BOT_EVENT,
      receiverId: bot.id,
      chatId,
      lane: botLane(chatId),
      event: 'CLIENT_MESSAGE',
      createdAt,
    },
  })
  const text = (await lines(own.url)).join('\n')
  expect(Number(/oldest_pending_seconds\{kind="client_reply"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(99)
  expect(Number(/oldest_pending_seconds\{kind="bot_event"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(99)
})

test('a web process without Redis is ready and says so; its metrics come in time', async () => {
  const redis = await startRedis()
  const database = await createDatabase()
  const stores = { databaseUrl: database.url, redisUrl: redis.url, close: async () => {} }
  const own = await startTestApp({ stores })
  onTestFinished(async () => {
    await own.close()
    await redis.stop()
    await database.drop()
  })
  const ready = async () => {
    const response = await fetch(`${own.url}/readyz`)
    return { code: response.status, body: await response.json() }
  }
  expect(await ready()).toEqual({
    code: 200,
    body: { status: 'ok', stores: { postgresql: 'ok', redis: 'ok' } },
  })
  await redis.kill()
  await until(async () => {
    expect(await ready()).toEqual({
      code: 200,
      body: { status: 'degraded', stores: { postgresql: 'ok', redis: 'away' } },
    })
  })
  expect((await fetch(`${own.url}/metrics`)).status).toBe(200)
})

test('a process that is about to stop is not ready, goes on answering, and lets connections go', async () => {
  const own = await startTestApp()
  onTestFinished(() => own.close())
  expect((await fetch(`${own.url}/readyz`)).status).toBe(200)
  own.app.drain()
  const response = await fetch(`${own.url}/readyz`)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ status: 'stopping' })
  const other = await fetch(`${own.url}/healthz`)
  expect(other.status).toBe(200)
  expect(other.headers.get('connection')).toBe('close')
})

import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topics } from '../../server/events/bus.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type CuttableProxy, startCuttableProxy } from '../support/cuttable-proxy.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import type { Data } from '../support/graphql-client.ts'
import { createDatabase } from '../support/postgres.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

let redis: TestRedis
let database: Awaited<ReturnType<typeof createDatabase>>
let network: CuttableProxy
/** Two web processes of one installation; the first reaches Redis through a network that can fail. */
let first: TestApp
let second: TestApp
let desk: Desk
beforeAll(async () => {
  redis = await startRedis()
  database = await createDatabase()
  network = await startCuttableProxy(redis.url)
  const close = async () => {}
  const behindNetwork = network.url.replace('http', 'redis')
  const variables = { SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
  first = await startTestApp({
    stores: { databaseUrl: database.url, redisUrl: behindNetwork, close },
    variables,
  })
  second = await startTestApp({
    stores: { databaseUrl: database.url, redisUrl: redis.url, close },
    variables,
  })
  desk = await openDesk(second)
})
afterAll(async () => {
  await first.close()
  await second.close()
  await network.close()
  await redis.stop()
  await database.drop()
})

const ofMessage = (uuid: string) => (event: Data) =>
  event.kind === 'MESSAGE_CREATED' && event.message?.uuid === uuid

function follow({ url }: TestApp, after: string | null): EventFeed {
  return openFeed(url, { cookie: desk.operators[0].cookie, after })
}

async function sayAt({ url }: TestApp, text: string): Promise<string> {
  const body = JSON.stringify({ sender: { id: 'visitor' }, message: { type: 'text', text } })
  const answer = await fetch(url + desk.channel.path, { method: 'POST', body })
  return ((await answer.json()) as { message_id: string }).message_id
}

async function counter(app: TestApp, name: 'recoveredEvents' | 'droppedBusMessages'): Promise<number> {
  return (await app.services.metrics[name].get()).values[0]?.value ?? 0
}

describe('a web process that is cut off from Redis', () => {
  test('shows what the other process stores, and its cursors miss nothing of it', async () => {
    const screen = follow(first, '0')
    await screen.waitFor(ofMessage(await sayAt(second, 'before')))
    network.takeAway()
    try {
      const told: string[] = []
      for (let round = 0; round < 5; round++) {
        told.push(await sayAt(second, `elsewhere ${round}`), await sayAt(first, `here ${round}`))
      }
      for (const id of told) await screen.waitFor(ofMessage(id))
      screen.cut()
      const missed = await sayAt(second, 'while the screen was away')
      const elsewhere = follow(second, screen.cursor)
      await elsewhere.waitFor(ofMessage(missed))
      expect(elsewhere.events.some(({ kind }) => kind === 'RESYNC_REQUIRED')).toBe(false)
      await elsewhere.close()
      const back = follow(first, screen.cursor)
      await back.waitFor(ofMessage(missed))
      await back.waitFor(ofMessage(await sayAt(second, 'live again')))
      await back.close()
    } finally {
      network.restore()
    }
    await until(() => expect(first.services.redis?.status).toBe('ready'))
  })

  test('gives no cursor that passes what it has not told', async () => {
    const screen = follow(first, '0')
    const own = await sayAt(first, 'own')
    await screen.waitFor(ofMessage(own))
    network.takeAway()
    try {
      // Announced by the other process; nobody here has heard of it when the next one is told.
      const foreign = sayAt(second, 'foreign')
      const next = await sayAt(first, 'next')
      await screen.waitFor(ofMessage(next))
      const { cursor } = screen
      screen.cut()
      const back = follow(second, cursor)
      await back.waitFor(ofMessage(await foreign))
      await back.close()
    } finally {
      network.restore()
    }
    await until(() => expect(first.services.redis?.status).toBe('ready'))
  })
})

test('what nobody announced, like a process of another version, is shown all the same', async () => {
  const screen = follow(second, '0')
  await screen.waitFor(ofMessage(await sayAt(second, 'first')))
  const recovered = await counter(second, 'recoveredEvents')
  const { account, channel } = desk
  const { id } = await second.services.db.event.create({
    data: { accountId: account.id, channelId: channel.id, subjectId: channel.id, kind: 'CHANNEL_UPDATED' },
  })
  await screen.waitFor((event) => event.id === String(id))
  await until(async () => expect(await counter(second, 'recoveredEvents')).toBeGreaterThan(recovered))
  await screen.close()
})

test('a process that missed more than can be told has its screens read everything again, and goes on live', async () => {
  const { account, channel, operators, say } = await openDesk(second)
  const [{ cookie }] = operators
  const screen = openFeed(second.url, { cookie, after: '0' })
  await screen.waitFor(ofMessage(await say('visitor', 'before')))
  await second.services.db.event.createMany({
    data: Array.from({ length: 2_001 }, () => ({
      accountId: account.id,
      channelId: channel.id,
      subjectId: channel.id,
      kind: 'CHANNEL_UPDATED' as const,
    })),
  })
  const { cursor } = await screen.waitFor(({ kind }) => kind === 'RESYNC_REQUIRED')
  const next = await say('visitor', 'after')
  await screen.waitFor(ofMessage(next))
  const back = openFeed(first.url, { cookie, after: cursor })
  await back.waitFor(ofMessage(next))
  expect(back.events.some(({ kind }) => kind === 'RESYNC_REQUIRED')).toBe(false)
  await Promise.all([screen.close(), back.close()])
})

describe('garbage on the bus', () => {
  const garbage = [
    '',
    'x',
    'null',
    '{}',
    '[]',
    '{"id":"no number"}',
    `{"id":"1","kind":"MESSAGE_CREATED","accountId":"x","snapshot":null}`,
    '\u0000\uffff',
    `${'['.repeat(100_000)}`,
    '- - ',
    '- - null',
    '1 - {}',
    '1 - {"id":"2","accountId":"x","visitorId":null,"snapshot":{}}',
    `- ${'0'.repeat(36)} {"id":null}`,
    `${'9'.repeat(30)} - {}`,
  ]
  const self = `${crypto.randomUUID()} `

  test('of any kind, on any topic, is dropped and counted, and everything goes on', async () => {
    const screen = follow(second, '0')
    await screen.waitFor(ofMessage(await sayAt(second, 'before')))
    const dropped = await counter(second, 'droppedBusMessages')
    const publisher = new Redis(redis.url)
    const { id: installation } = await second.services.db.installation.findFirstOrThrow()
    const names = [topics.account(desk.account.id), topics.channels, topics.presence, topics.access]
    for (const name of names) {
      const topic = `{switchboard:${installation}}:v3:${name}`
      for (const text of garbage) {
        expect(await publisher.publish(topic, text)).toBeGreaterThan(0)
        await publisher.publish(topic, self + text)
      }
    }
    publisher.disconnect()
    await until(async () =>
      expect(await counter(second, 'droppedBusMessages')).toBeGreaterThan(dropped + garbage.length),
    )
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200)
    const back = follow(second, screen.cursor)
    await back.waitFor(ofMessage(await sayAt(first, 'after')))
    await Promise.all([screen.close(), back.close()])
  })
})

test('everything in Redis begins with the id of the installation', async () => {
  const screen = follow(second, '0')
  await screen.waitFor(ofMessage(await sayAt(second, 'x')))
  const { id: installation } = await second.services.db.installation.findFirstOrThrow()
  const reader = new Redis(redis.url)
  const [keys, channels] = [await reader.keys('*'), (await reader.pubsub('CHANNELS')) as string[]]
  reader.disconnect()
  expect(keys.length).toBeGreaterThan(0)
  expect(channels.length).toBeGreaterThan(0)
  for (const name of [...keys, ...channels])
    expect(name).toMatch(new RegExp(`^\\{switchboard:${installation}\\}:`))
  await screen.close()
})

test('a Redis that hangs holds up neither status, nor sign-in, nor metrics, nor live views', async () => {
  const screen = follow(second, '0')
  await screen.waitFor(ofMessage(await sayAt(second, 'before')))
  redis.hang()
  try {
    // Whatever waits for Redis has no answer before the end of the test.
    await fetch(`${second.url}${desk.channel.path}/status`)
    await fetch(`${second.url}/metrics`)
    const input = `{ email: "${desk.operators[0].user.email}", password: "wrong" }`
    await fetch(`${second.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1' },
      body: JSON.stringify({ query: `mutation { signIn(input: ${input}) { userErrors { code } } }` }),
    })
    await screen.waitFor(ofMessage(await sayAt(second, 'while it hangs')))
  } finally {
    redis.resume()
  }
  await screen.close()
})

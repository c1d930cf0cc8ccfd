import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { createDatabase } from '../support/postgres.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

let redis: TestRedis
let database: Awaited<ReturnType<typeof createDatabase>>
let app: TestApp
let desk: Desk
beforeAll(async () => {
  redis = await startRedis()
  database = await createDatabase()
  const stores = { databaseUrl: database.url, redisUrl: redis.url, close: async () => {} }
  app = await startTestApp({ stores })
  desk = await openDesk(app)
})
afterAll(async () => {
  await app.close()
  await redis.stop()
  await database.drop()
})

async function openSockets(): Promise<number> {
  const { values } = await app.services.metrics.sockets.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

test('a screen whose process lost Redis for a moment misses nothing', async () => {
  const [operator] = desk.operators
  const feed = openFeed(app.url, { cookie: operator.cookie, after: '0' })
  const seen = await desk.say('a', 'seen')
  await feed.waitFor(({ message }) => message?.uuid === seen)
  const admin = new Redis(redis.url)
  await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  // The connection that publishes never broke, so this one counts as announced although nobody heard it.
  const missed = await desk.say('a', 'missed')
  admin.disconnect()
  await feed.waitFor(({ message }) => message?.uuid === missed)
  await feed.close()
})

test('a socket that comes and goes while Redis is away leaves nobody online', async () => {
  const [operator] = desk.operators
  const status = async () => (await fetch(`${app.url}${desk.channel.path}/status`)).text()
  await until(async () => {
    await until(async () => expect(await openSockets()).toBe(0))
    await redis.kill()
    const feed = openFeed(app.url, { cookie: operator.cookie })
    await until(async () => expect(await openSockets()).toBe(1))
    feed.cut()
    await until(async () => expect(await openSockets()).toBe(0))
    await redis.start()
    const start = Date.now()
    await expect.poll(status).toBe('0')
    // One that was left behind would be renewed, or live for 20 s: only the time tells, so a machine that is busy tries again.
    expect(Date.now() - start).toBeLessThan(15_000)
  })
})

test('a socket that is cut while it enters leaves nobody online', async () => {
  const [operator] = desk.operators
  const comeAndGo = (_value: unknown, afterMs: number) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: { cookie: operator.cookie },
        origin: app.url,
      })
      socket.on('close', resolve)
      socket.on('open', () => {
        socket.send(JSON.stringify({ type: 'connection_init' }))
        setTimeout(() => socket.terminate(), afterMs)
      })
    })
  await Promise.all(Array.from({ length: 30 }, comeAndGo))
  await until(async () => expect(await openSockets()).toBe(0))
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRedisConnections } from '../../server/presence/connections.ts'
import { redisPrefix } from '../../server/process/redis.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a process that stops leaves its grace to the others: its operators are online all the time', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const status = async () => (await fetch(`${app.url}${desk.channel.path}/status`)).text()
  const stopping = await startTestApp({ stores: app.stores, presenceGraceMs: 60_000 })
  const feed = openFeed(stopping.url, { cookie: operator.cookie })
  await expect.poll(status).toBe('1')
  await stopping.close()
  await feed.closed
  // The store itself: what a process knows may be 2 s old.
  const { redis, db } = app.services
  const prefix = redisPrefix((await db.installation.findFirstOrThrow()).id)
  const connected = redis && (await createRedisConnections(redis, prefix).connectedUsers(desk.account.id))
  expect([connected?.has(operator.user.id), await status()]).toEqual([true, '1'])
  // Whoever signs out meanwhile is gone at once.
  await operator.execute('mutation { signOut { userErrors { code } } }')
  expect(await status()).toBe('0')
})

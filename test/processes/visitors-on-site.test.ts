import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VisitorPresence } from '../../server/live/visitor-presence.ts'
import { redisPrefix } from '../../server/redis.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { makeWidget, openBrowser, openWidgetFeed } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const LIST = '{ visitorsOnSite { nodes { number pageUrl details { onSite visits } } } }'
const SOON = { timeout: 10_000 }

test('operators see in each process who is on the website in any, with their page, until they leave', async () => {
  const desk = await openDesk(app)
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
  })
  const other = await startTestApp({ stores: app.stores })
  const list = async () => (await desk.operators[0].execute(LIST)).data.visitorsOnSite.nodes
  const [one, two] = [
    await openBrowser(other.url, widget.publicId),
    await openBrowser(app.url, widget.publicId),
  ]
  expect(await list()).toEqual([])
  const feeds = await Promise.all([
    openWidgetFeed(other.url, one.token),
    openWidgetFeed(other.url, one.token),
    openWidgetFeed(app.url, two.token),
  ])
  const shown = (number: number) => ({
    number,
    pageUrl: 'https://shop.example/',
    details: { onSite: true, visits: 1 },
  })
  await expect.poll(list, SOON).toEqual([shown(two.visitorNumber), shown(one.visitorNumber)])
  await feeds[2]?.close()
  await feeds[0]?.close()
  await expect.poll(list, SOON).toEqual([shown(one.visitorNumber)])
  await other.close()
  await expect.poll(list, SOON).toEqual([])
})

test('whoever asks instead of being connected is there for a while', async () => {
  const desk = await openDesk(app)
  const { publicId } = await makeWidget(app.services, { accountId: desk.account.id })
  const { execute, visitorNumber } = await openBrowser(app.url, publicId)
  await execute('{ visit { visitorNumber } }')
  const numbers = async () =>
    (await desk.admin.execute(LIST)).data.visitorsOnSite.nodes.map(({ number }: { number: number }) => number)
  await expect.poll(numbers, SOON).toEqual([visitorNumber])
})

test('the visitors of a process that was killed are gone after a while, and those of others stay', async () => {
  const { redis, log, db } = app.services
  const prefix = redisPrefix((await db.installation.findFirstOrThrow()).id)
  const accountId = randomUUID()
  const alive = new VisitorPresence(redis, prefix, log, { renewMs: 100, lifeMs: 1_000 })
  // One that never renews anything again.
  const killed = new VisitorPresence(redis, prefix, log, { renewMs: 1e9, lifeMs: 1_000 })
  await alive.connect(accountId, 'stays').counted
  await killed.connect(accountId, 'goes').counted
  const present = async () => [...(await new VisitorPresence(redis, prefix, log).present(accountId))].sort()
  if (redis) expect(await present()).toEqual(['goes', 'stays'])
  if (redis) await expect.poll(present, SOON).toEqual(['stays'])
  await Promise.all([alive.stop(), killed.stop()])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { VisitorPresence } from '../../server/live/visitor-presence.ts'
import { redisPrefix } from '../../server/redis.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { type Browser, makeWidget, openBrowser, openWidgetFeed, pollEvents } from '../support/widget.ts'

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
  const browser = await openBrowser(app.url, publicId)
  const { visitorNumber } = browser
  await pollEvents(browser, browser.started.visit.eventCursor)
  const numbers = async () =>
    (await desk.admin.execute(LIST)).data.visitorsOnSite.nodes.map(({ number }: { number: number }) => number)
  await expect.poll(numbers, SOON).toEqual([visitorNumber])
})

test('an operator who is told that somebody came or went reads that they did', async () => {
  const desk = await openDesk(app)
  const { publicId } = await makeWidget(app.services, { accountId: desk.account.id })
  const [goes, polls] = [await openBrowser(app.url, publicId), await openBrowser(app.url, publicId)]
  const screen = openSocket(app.url, { cookie: desk.admin.cookie })
  onTestFinished(() => screen.close())
  const told = screen.collect('subscription { visitChanges { visitor { number details { onSite } } } }')
  await screen.execute('{ viewer { email } }')
  /** What it was told last of somebody. */
  const isOnSite =
    ({ visitorNumber }: Browser) =>
    () =>
      told.map(({ visitChanges }) => visitChanges.visitor).findLast(({ number }) => number === visitorNumber)
        ?.details.onSite
  const feed = await openWidgetFeed(app.url, goes.token)
  await expect.poll(isOnSite(goes), SOON).toBe(true)
  await pollEvents(polls, polls.started.visit.eventCursor)
  await expect.poll(isOnSite(polls), SOON).toBe(true)
  // Somebody has just asked who is there.
  await desk.admin.execute(LIST)
  await feed.close()
  await expect.poll(isOnSite(goes), SOON).toBe(false)
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

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { VisitorPresence, type VisitorTiming } from '../../server/presence/visitor-presence.ts'
import { redisPrefix } from '../../server/process/redis.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { until } from '../support/until.ts'
import { watchVisit } from '../support/watch-visit.ts'
import {
  type Browser,
  makeWidget,
  openBrowser,
  openWidgetFeed,
  pollEvents,
  write,
} from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const LIST = '{ visitorsOnSite { nodes { number pageUrl details { onSite visits } } } }'

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
  await expect.poll(list).toEqual([shown(two.visitorNumber), shown(one.visitorNumber)])
  await feeds[2]?.close()
  await feeds[0]?.close()
  await expect.poll(list).toEqual([shown(one.visitorNumber)])
  await other.close()
  // What it left behind would be there for 40 s.
  expect(await app.services.visitorPresence.count([widget.id])).toBe(0)
  await expect.poll(list).toEqual([])
})

test('whoever asks instead of being connected is there for a while', async () => {
  const desk = await openDesk(app)
  const { publicId } = await makeWidget(app.services, { accountId: desk.account.id })
  const browser = await openBrowser(app.url, publicId)
  const { visitorNumber } = browser
  await pollEvents(browser, browser.started.visit.eventCursor)
  const numbers = async () =>
    (await desk.admin.execute(LIST)).data.visitorsOnSite.nodes.map(({ number }: { number: number }) => number)
  await expect.poll(numbers).toEqual([visitorNumber])
})

test('an operator who is told that somebody came or went reads that they did', async () => {
  const desk = await openDesk(app)
  const { publicId } = await makeWidget(app.services, { accountId: desk.account.id })
  const [goes, polls] = [await openBrowser(app.url, publicId), await openBrowser(app.url, publicId)]
  const shown = { goes: await watchVisit(app, desk, goes), polls: await watchVisit(app, desk, polls) }
  const feed = await openWidgetFeed(app.url, goes.token)
  await expect.poll(() => shown.goes().at(-1)).toBe(true)
  await pollEvents(polls, polls.started.visit.eventCursor)
  await expect.poll(() => shown.polls().at(-1)).toBe(true)
  // Somebody has just asked who is there.
  await desk.admin.execute(LIST)
  await feed.close()
  await expect.poll(() => shown.goes().at(-1)).toBe(false)
})

test('a chat that begins or ends is told of visitors on the website, and of no others', async () => {
  const desk = await openDesk(app)
  const { publicId } = await makeWidget(app.services, { accountId: desk.account.id })
  const screen = openSocket(app.url, { cookie: desk.admin.cookie })
  onTestFinished(() => screen.close())
  const told = screen.collect(`subscription { visitChanges { visitor {
    number details { onSite } chats(first: 1, filter: { status: [BOT, QUEUED, ACTIVE] }) { totalCount } } } }`)
  await screen.execute('{ viewer { email } }')
  const browser = await openBrowser(app.url, publicId)
  const feed = await openWidgetFeed(app.url, browser.token)
  onTestFinished(() => feed.close())
  const shown = () => told.at(-1)?.visitChanges.visitor
  const number = browser.visitorNumber
  const details = { onSite: true }
  await expect.poll(shown).toEqual({ number, details, chats: { totalCount: 0 } })
  const { chatId } = await write(browser, 'Hello')
  await expect.poll(shown).toEqual({ number, details, chats: { totalCount: 1 } })
  await desk.say(1, 'Hello from elsewhere')
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  await expect.poll(shown).toEqual({ number, details, chats: { totalCount: 0 } })
  expect(new Set(told.map(({ visitChanges }) => visitChanges.visitor.number))).toEqual(new Set([number]))
})

/** Who is on a website of the test's own, as a process sees them that knows of each visit when it began. */
async function openSite() {
  const { redis, log, hub, announcer } = app.services
  const [accountId, channelId, prefix] = [randomUUID(), randomUUID(), `test:${randomUUID()}:`]
  const open = (findStart: (visitorId: string) => Promise<Date | null>, timing?: VisitorTiming) => {
    const tell = announcer.tell.bind(announcer)
    const made = new VisitorPresence({ redis, prefix, log, hub, tell, findStart, timing })
    onTestFinished(() => made.stop())
    return made
  }
  return { channelId, open, visiting: (visitorId: string) => ({ accountId, channelId, visitorId }) }
}

test('whoever leaves before it is known since when they are there is not on the website', async () => {
  const { channelId, open, visiting } = await openSite()
  let find = () => {}
  const found = new Promise<void>((resolve) => {
    find = resolve
  })
  const presence = open(() => found.then(() => new Date()))
  const { counted, leave } = presence.connect(visiting('short'))
  await leave()
  find()
  await counted
  expect(await presence.count([channelId])).toBe(0)
})

test('whoever comes while the database is away is on the website once it is back', async () => {
  const { channelId, open, visiting } = await openSite()
  let isAway = true
  const findStart = async () => {
    if (isAway) throw new Error('away')
    return new Date()
  }
  const presence = open(findStart, { renewMs: 100 })
  await presence.connect(visiting('early')).counted
  expect(await presence.count([channelId])).toBe(0)
  isAway = false
  await expect.poll(() => presence.count([channelId])).toBe(1)
})

test('a visit that begins anew in an open page has begun then, whatever else of the visitor is open', async () => {
  const { open, visiting } = await openSite()
  const startedAt = new Date(Date.now() - 60_000)
  const presence = open(async () => startedAt)
  await presence.connect(visiting('v')).counted
  expect(await presence.startOf(visiting('v'))).toBe(startedAt.getTime())
  const again = new Date()
  await presence.restart(visiting('v'), again)
  await presence.connect(visiting('v')).counted
  expect(await presence.startOf(visiting('v'))).toBe(again.getTime())
})

test('who is gone without a word is neither counted nor on a page, and keeps nobody off it', async () => {
  // Without Redis, a process knows only its own.
  if (!app.services.redis) return
  const { channelId, open, visiting } = await openSite()
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  // Neither adds anybody later, which would remove whoever is gone.
  const stays = open(async (visitorId) => minutesAgo(Number(visitorId)), { lifeMs: 1e7, renewMs: 1e9 })
  const dies = open(async () => minutesAgo(0), { lifeMs: 1_000, renewMs: 1e9 })
  for (const visitorId of ['10', '20']) await stays.connect(visiting(visitorId)).counted
  const gone = ['a', 'b', 'c'].map(visiting)
  for (const each of gone) await dies.connect(each).counted
  await expect.poll(() => stays.count([channelId])).toBe(2)
  const page = await stays.page({ channelIds: [channelId], limit: 2 })
  expect(page.map(({ visitorId }) => visitorId)).toEqual(['10', '20'])
  expect([...(await stays.areThere([...gone, visiting('10')]))]).toEqual(['10'])
})

test('the visitors of a process that was killed are gone after a while, and those of others stay', async () => {
  const { redis, log, hub, announcer, db } = app.services
  const prefix = redisPrefix((await db.installation.findFirstOrThrow()).id)
  const accountId = randomUUID()
  const presence = (timing?: VisitorTiming) => {
    const made = new VisitorPresence({
      redis,
      prefix,
      log,
      hub,
      tell: (event) => announcer.tell(event),
      findStart: async () => null,
      timing,
    })
    onTestFinished(() => made.stop())
    return made
  }
  const channelId = randomUUID()
  const visiting = (visitorId: string) => ({ accountId, channelId, visitorId })
  const alive = presence({ renewMs: 100, lifeMs: 3_000 })
  // One that never renews anything again.
  const killed = presence({ renewMs: 1e9, lifeMs: 3_000 })
  await alive.connect(visiting('stays')).counted
  if (!redis) return
  const present = async () => [...(await presence().all([channelId]))].sort()
  // Who comes again on a slow machine is there again.
  await until(async () => {
    await killed.connect(visiting('goes')).counted
    expect(await present()).toEqual(['goes', 'stays'])
  })
  await expect.poll(present).toEqual(['stays'])
})

test('operators are told of visitors who count again after Redis was away for longer than they last', async () => {
  const { redis, log, hub } = app.services
  const visiting = { accountId: randomUUID(), channelId: randomUUID(), visitorId: 'back' }
  const told: unknown[] = []
  // Each renewal comes too late.
  const timing = { renewMs: 300, lifeMs: 100 }
  const prefix = `test:${randomUUID()}:`
  const tell = (event: unknown) => told.push(event)
  const findStart = async () => null
  const late = new VisitorPresence({ redis, prefix, log, hub, tell, findStart, timing })
  onTestFinished(() => late.stop())
  await late.connect(visiting).counted
  await expect.poll(() => told[0]).toMatchObject({ kind: 'VISIT_CHANGED', subjectId: 'back' })
})

test('operators are told of visitors whose process has died since', async () => {
  const visitors = { polledMs: 3_000, lifeMs: 3_000, lookMs: 100 }
  const own = await startTestApp({ visitors })
  onTestFinished(() => own.close())
  const desk = await openDesk(own)
  const { publicId } = await makeWidget(own.services, { accountId: desk.account.id })
  // It neither renews nor tells anything, as if it had been killed.
  const dead = { ...visitors, renewMs: 1e9, lookMs: 1e9 }
  const other = await startTestApp({ stores: own.stores, visitors: dead })
  onTestFinished(() => other.close())
  const poll = (browser: Browser) => pollEvents(browser, browser.started.visit.eventCursor)
  const connect = async ({ token }: Browser) => {
    const feed = await openWidgetFeed(other.url, token)
    onTestFinished(() => feed.close())
  }
  const isTold = (come: (browser: Browser) => Promise<unknown>) =>
    until(async () => {
      const browser = await openBrowser(other.url, publicId)
      const onSite = await watchVisit(own, desk, browser)
      await come(browser)
      await until(() => expect(onSite().at(-1)).toBe(false))
      // On a slow machine they may be gone before anybody looks, and another one comes.
      expect(onSite()).toContain(true)
    })
  await Promise.all([isTold(poll), isTold(connect)])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { transient } from '../../server/events/live-event.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { type Data, type Execute, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { makeWidget, openBrowser, pollEvents } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const PAGE = `query ($first: Int, $after: String, $last: Int, $before: String) {
  visitorsOnSite(first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { number }
    pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }`

/** Somebody who polls, and whose visit began so many minutes ago. */
async function comeBy({ account }: Desk, channel: Channel, number: number, minutes: number): Promise<string> {
  const ofSite = { accountId: account.id, channelId: channel.id }
  const key = randomUUID()
  const startedAt = new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000)
  const { id: visitorId } = await app.services.db.visitor.create({
    data: { ...ofSite, number, key, externalId: key, visit: { create: { ...ofSite, startedAt } } },
  })
  await app.services.visitorPresence.touch({ ...ofSite, visitorId })
  return visitorId
}

async function readPage(execute: Execute, page: Record<string, unknown>) {
  const { totalCount, nodes, pageInfo } = (await execute(PAGE, page)).data.visitorsOnSite
  return { totalCount, numbers: nodes.map(({ number }: { number: number }) => number), pageInfo }
}

/** Two websites with visitors, of whom 3 and 4 came at the same time. */
async function openSites() {
  const desk = await openDesk(app)
  const of = { accountId: desk.account.id }
  const sites = [
    await makeWidget(app.services, of),
    await makeWidget(app.services, { ...of, operatorIds: [desk.operators[0].user.id] }),
  ] as const
  const ids = [
    await comeBy(desk, sites[1], 101, 50),
    await comeBy(desk, sites[0], 102, 40),
    await comeBy(desk, sites[1], 103, 30),
    await comeBy(desk, sites[1], 104, 30),
    await comeBy(desk, sites[0], 105, 10),
  ] as const
  return { desk, sites, ids }
}

test('everybody on the websites is on one page, the latest visit first, and all are counted', async () => {
  const { desk } = await openSites()
  const { execute } = desk.admin
  const shown: number[] = []
  let after: string | null = null
  do {
    const page = await readPage(execute, { first: 2, after })
    expect(page.totalCount).toBe(5)
    shown.push(...page.numbers)
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after)
  expect(shown).toEqual([105, 104, 103, 102, 101])
  const last = await readPage(execute, { last: 2 })
  expect(last.numbers).toEqual([102, 101])
  const { numbers } = await readPage(execute, { last: 2, before: last.pageInfo.startCursor })
  expect(numbers).toEqual([104, 103])
})

test('a page begins after a visitor who has left since', async () => {
  const { desk, sites, ids } = await openSites()
  const first = await readPage(desk.admin.execute, { first: 2 })
  const left = { accountId: desk.account.id, channelId: sites[1].id, visitorId: ids[3] }
  await app.services.visitorPresence.forget(left)
  const next = await readPage(desk.admin.execute, { first: 2, after: first.pageInfo.endCursor })
  expect(next).toMatchObject({ totalCount: 4, numbers: [103, 102] })
})

test('an operator is shown the visitors of their websites only, and counts no others', async () => {
  const { desk } = await openSites()
  const { numbers, totalCount } = await readPage(desk.operators[0].execute, { first: 10 })
  expect({ numbers, totalCount }).toEqual({ numbers: [104, 103, 101], totalCount: 3 })
})

test('a visitor who begins another visit in an open page comes first', async () => {
  const { desk, sites, ids } = await openSites()
  const visitor = { channelId: sites[0].id, visitorId: ids[1] }
  await app.services.visitorPresence.restart(visitor, new Date())
  expect((await readPage(desk.admin.execute, { first: 2 })).numbers).toEqual([102, 105])
  // Whoever is not there does not come by this.
  await app.services.visitorPresence.restart({ ...visitor, visitorId: randomUUID() }, new Date())
  expect((await readPage(desk.admin.execute, { first: 9 })).numbers).toHaveLength(5)
})

test('a visitor with two open pages is there until both are closed', async () => {
  const desk = await openDesk(app)
  const site = await makeWidget(app.services, { accountId: desk.account.id })
  const visitorId = await comeBy(desk, site, 101, 5)
  const { visitorPresence } = app.services
  const visiting = { accountId: desk.account.id, channelId: site.id, visitorId }
  const { counted, leave } = visitorPresence.connect(visiting)
  onTestFinished(() => leave())
  await counted
  const count = () => visitorPresence.count([site.id])
  await visitorPresence.forget(visiting)
  expect(await count()).toBe(1)
  await visitorPresence.touch(visiting)
  await leave()
  expect(await count()).toBe(1)
  await visitorPresence.forget(visiting)
  expect(await count()).toBe(0)
})

test('a view of those on the website has the open and the closed chats of nobody else', async () => {
  const { desk, sites, ids } = await openSites()
  const away = await openBrowser(app.url, sites[0].publicId)
  const gone = await app.services.db.visitor.findFirstOrThrow({
    where: { accountId: desk.account.id, number: away.visitorNumber },
  })
  const makeChat = (visitorId: string, number: number, status: 'QUEUED' | 'CLOSED') =>
    app.services.db.chat.create({
      data: {
        ...{ accountId: desk.account.id, channelId: sites[0].id, visitorId, number, status },
        ...(status === 'CLOSED' ? { closedAt: new Date() } : { queuedAt: new Date() }),
      },
    })
  await makeChat(ids[1], 201, 'QUEUED')
  await makeChat(ids[1], 202, 'CLOSED')
  await makeChat(gone.id, 203, 'QUEUED')
  await makeChat(gone.id, 204, 'CLOSED')
  const numbers = async (status: string, visitorOnSite: boolean) => {
    const { data } = await desk.admin.execute(
      `{ chats(filter: { status: [${status}], visitorOnSite: ${visitorOnSite} }) { nodes { number } } }`,
    )
    return data.chats.nodes.map(({ number }: { number: number }) => number)
  }
  expect(await numbers('QUEUED', true)).toEqual([201])
  expect(await numbers('QUEUED', false)).toEqual([203])
  expect(await numbers('CLOSED', true)).toEqual([202])
  expect(await numbers('CLOSED', false)).toEqual([204])
})

const LIST = `subscription ($limit: Int) { visitorsOnSiteChanged(limit: $limit) {
  visitors { number pageUrl } numbers totalCount } }`

/** What an operator's screen is told that shows so many visitors. */
function watchList({ cookie }: Person, limit: number) {
  const screen = openSocket(app.url, { cookie })
  onTestFinished(() => screen.close())
  return screen.collect(LIST, { limit })
}
const listIn = (told: Data[]) => told.at(-1)?.visitorsOnSiteChanged
const describedIn = (told: Data[]) =>
  told.flatMap(({ visitorsOnSiteChanged }) =>
    visitorsOnSiteChanged.visitors.map(({ number }: { number: number }) => number),
  )

test('a list is told of the latest visits alone, who moves up when somebody leaves, and how many there are', async () => {
  const { desk, sites, ids } = await openSites()
  const told = watchList(desk.admin, 2)
  await expect.poll(() => listIn(told)).toEqual({ visitors: [], numbers: [105, 104], totalCount: 5 })
  const tell = (channelId: string, subjectId: string) =>
    app.services.announcer.tell(
      transient('VISIT_CHANGED', { accountId: desk.account.id, channelId, subjectId }),
    )
  const leave = async (index: 0 | 1 | 2 | 3 | 4, site: 0 | 1) => {
    const [visitorId, channelId] = [ids[index], sites[site].id]
    await app.services.visitorPresence.forget({ accountId: desk.account.id, channelId, visitorId })
    tell(channelId, visitorId)
  }
  // Nobody in the list: only their number changes.
  await leave(0, 1)
  await expect.poll(() => listIn(told)).toEqual({ visitors: [], numbers: [105, 104], totalCount: 4 })
  await leave(4, 0)
  await expect.poll(() => listIn(told)).toMatchObject({ numbers: [104, 103], totalCount: 3 })
  await comeBy(desk, sites[0], 106, 5)
  await comeBy(desk, sites[0], 107, 90)
  tell(sites[0].id, ids[1])
  await expect.poll(() => listIn(told)).toMatchObject({ numbers: [106, 104], totalCount: 5 })
  expect(describedIn(told)).toEqual([103, 106])
})

test('a list is told where somebody in it is now', async () => {
  const desk = await openDesk(app)
  const site = await makeWidget(app.services, { accountId: desk.account.id })
  const browser = await openBrowser(app.url, site.publicId)
  await pollEvents(browser, browser.started.visit.eventCursor)
  const told = watchList(desk.admin, 10)
  const number = browser.visitorNumber
  await expect.poll(() => listIn(told)?.numbers).toEqual([number])
  for (const page of ['one', 'two', 'three'])
    await mutate(browser.execute, 'viewPage', { page: { url: `https://shop.example/${page}`, title: page } })
  const pageUrl = 'https://shop.example/three'
  await expect
    .poll(() => listIn(told))
    .toEqual({ visitors: [{ number, pageUrl }], numbers: [number], totalCount: 1 })
})

test('operators who see the same follow one list, and others have a list of their own', async () => {
  const { desk, sites } = await openSites()
  const screens = [watchList(desk.admin, 3), watchList(desk.admin, 3)]
  const other = watchList(desk.operators[0], 3)
  const short = watchList(desk.admin, 1)
  const stranger = await openDesk(app)
  await comeBy(stranger, await makeWidget(app.services, { accountId: stranger.account.id }), 201, 1)
  const foreign = watchList(stranger.admin, 3)
  for (const told of screens) await expect.poll(() => listIn(told)?.numbers).toEqual([105, 104, 103])
  await expect.poll(() => listIn(other)?.numbers).toEqual([104, 103, 101])
  await expect.poll(() => listIn(short)?.numbers).toEqual([105])
  await expect.poll(() => listIn(foreign)?.numbers).toEqual([201])
  const visitorId = await comeBy(desk, sites[0], 106, 1)
  const change = transient('VISIT_CHANGED', {
    ...{ accountId: desk.account.id, channelId: sites[0].id, subjectId: visitorId },
  })
  const statements = await recordStatements(async () => {
    app.services.announcer.tell(change)
    for (const told of screens) await expect.poll(() => listIn(told)?.numbers).toEqual([106, 105, 104])
    await expect.poll(() => listIn(short)?.numbers).toEqual([106])
  })
  // Each list looks once, whoever follows it.
  expect(statements.filter((sql) => /"Visitor".*"mergedIntoId" IS NULL/.test(sql))).toHaveLength(2)
  expect(listIn(other)).toMatchObject({ numbers: [104, 103, 101], totalCount: 3 })
})

test('more visitors than one event describes come with the next', async () => {
  const desk = await openDesk(app)
  const site = await makeWidget(app.services, { accountId: desk.account.id })
  const told = watchList(desk.admin, 1_000)
  await expect.poll(() => listIn(told)).toMatchObject({ numbers: [] })
  const numbers = Array.from({ length: 130 }, (_, index) => 1_000 + index)
  const ids = await Promise.all(numbers.map((number) => comeBy(desk, site, number, 2_000 - number)))
  for (const subjectId of ids)
    app.services.announcer.tell(
      transient('VISIT_CHANGED', { accountId: desk.account.id, channelId: site.id, subjectId }),
    )
  await expect.poll(() => listIn(told)?.numbers).toEqual(numbers.toReversed())
  expect(
    Math.max(...told.map(({ visitorsOnSiteChanged: { visitors } }) => visitors.length)),
  ).toBeLessThanOrEqual(100)
  expect(new Set(describedIn(told))).toEqual(new Set(numbers))
})

test('a list of impossible length is refused', async () => {
  const desk = await openDesk(app)
  const screen = openSocket(app.url, { cookie: desk.admin.cookie })
  onTestFinished(() => screen.close())
  for (const limit of [0, 1_001]) {
    const { errors } = await screen.execute(LIST, { limit })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST', field: ['limit'] } })
  }
})

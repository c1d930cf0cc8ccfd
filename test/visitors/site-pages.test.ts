import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import type { Execute } from '../support/graphql-client.ts'
import { makeWidget, openBrowser } from '../support/widget.ts'

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

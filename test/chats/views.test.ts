import { print } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatViewName } from '../../operator-app/src/browser/route.ts'
import { chatsQuery } from '../../operator-app/src/graphql/chats.ts'
import type { Chat } from '../../operator-app/src/graphql/fragments.ts'
import { compareChats } from '../../operator-app/src/state/inbox/chat-order.ts'
import {
  builtInView,
  chatsIn,
  type InboxView,
  isInView,
  plainViews,
} from '../../operator-app/src/state/inbox/inbox-view.ts'
import { type ViewFilter, viewOrders } from '../../operator-app/src/state/inbox/view-filter.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { makeChannel } from '../support/factories.ts'
import { type Data, globalId } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
let ids: Record<'channel' | 'department' | 'anna' | 'ben', string>

const NOW = Date.now()
const ago = (minutes: number) => new Date(NOW - minutes * 60_000)
const RATINGS = ['POSITIVE', 'NEGATIVE', null] as const
const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const
const STATUSES = ['BOT', 'QUEUED', 'ACTIVE', 'CLOSED'] as const

/** Chats in which everything that a filter asks about differs, in many combinations. */
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app, { operators: 2 })
  const { db } = app.services
  const accountId = desk.account.id
  const [anna, ben] = desk.operators
  const other = await makeChannel(app.services, { accountId })
  await db.channelOperator.create({ data: { channelId: other.id, userId: String(anna?.user.id) } })
  const department = await db.department.create({ data: { accountId, number: 1, name: 'Sales' } })
  for (let n = 0; n < 48; n += 1) {
    const status = STATUSES[n % 4] ?? 'BOT'
    const channelId = n % 5 === 0 ? other.id : desk.channel.id
    const visitor = await db.visitor.create({
      data: { accountId, channelId, number: n + 1, key: `v${n}`, externalId: `v${n}` },
    })
    const members = [n % 3 === 0 && anna, n % 7 === 0 && ben].filter(
      (one) => one !== false && one !== undefined,
    )
    const chat = await db.chat.create({
      data: {
        ...{ accountId, channelId, status, number: n + 1, visitorId: visitor.id },
        ...{ createdAt: ago(500 - n), lastActivityAt: ago(100 + ((n * 7) % 48)) },
        ...(status === 'QUEUED' && { queuedAt: ago(n) }),
        ...(status === 'ACTIVE' && n % 8 === 2 && { unansweredSince: ago(n) }),
        ...(status === 'CLOSED' && { closedAt: ago(10), rating: RATINGS[n % 3] ?? null }),
        ...(n % 2 === 0 && { departmentId: department.id }),
        priority: PRIORITIES[n % 7],
        ...(n % 3 !== 0 && targetsOf(n)),
        ...(status === 'ACTIVE' && {
          members: { create: members.map(({ user }) => ({ userId: user.id })) },
        }),
      },
    })
    if (n % 6 === 0) {
      const lane = `CLIENT_REPLY:${visitor.id}`
      const item = { accountId, chatId: chat.id, lane, receiverId: channelId, kind: 'CLIENT_REPLY' }
      await db.outboxItem.create({ data: { ...item, state: 'FAILED' } })
    }
  }
  ids = {
    channel: globalId('Channel', other.id),
    department: globalId('Department', department.id),
    anna: globalId('Operator', String(anna?.user.id)),
    ben: globalId('Operator', String(ben?.user.id)),
  }
})
afterAll(() => app.close())

/** Targets that are due in another order than the chats began to wait, met, missed and open. */
function targetsOf(n: number) {
  const firstReplyMet = [null, true, false][n % 4]
  return {
    ...{ firstReplyMinutes: 60, firstReplyDueAt: ago((n * 11) % 31), firstReplyMet },
    ...(n % 5 !== 0 && { closingMinutes: 120, closingDueAt: ago(((n * 13) % 37) - 20) }),
    ...(n % 9 !== 1 && { targetNearAt: ago(1) }),
  }
}

async function read(view: InboxView): Promise<Chat[]> {
  const variables = { ...chatsIn(view), search: null, first: 100, after: null }
  const { data, errors } = await desk.operators[0].execute(print(chatsQuery), variables)
  expect(errors).toBeUndefined()
  return data.chats.edges.map(({ node }: Data) => node)
}

/** Every chat, as the app knows it. */
async function readAll(): Promise<Chat[]> {
  return (await Promise.all([builtInView('all'), builtInView('closed')].map(read))).flat()
}

/** The chats as the app would put them into the view by itself. */
function place(all: readonly Chat[], view: InboxView): string[] {
  const shown = all.filter((chat) => isInView(chat, view, { viewerId: ids.anna }))
  return shown.sort((a, b) => compareChats(a, b, view.order)).map(({ id }) => id)
}

const filters = (): ViewFilter[] => [
  {},
  { channelIds: [ids.channel] },
  { departmentIds: [ids.department] },
  { operatorIds: [] },
  { operatorIds: [ids.ben] },
  { operatorIds: [ids.anna, ids.ben], departmentIds: [ids.department] },
  { mine: true },
  { mine: false, channelIds: [ids.channel] },
  { ratings: ['POSITIVE'] },
  { ratings: ['NEGATIVE', 'POSITIVE'], status: ['CLOSED'] },
  { unansweredMinutes: 0 },
  { unansweredMinutes: 20 },
  { hasFailedDeliveries: true },
  { hasFailedDeliveries: false, mine: true },
  { status: ['ACTIVE', 'CLOSED'] },
  { status: ['QUEUED'], unansweredMinutes: 10 },
]

test('the app puts a chat into exactly the views in which the server lists it, at the same place', async () => {
  const views = filters().flatMap((filter) => [
    ...plainViews.map(({ name }) => builtInView(name as ChatViewName, { filter })),
    ...viewOrders
      .filter((order) => order !== 'LONGEST_WAIT' || !filter.status?.includes('CLOSED'))
      .map((order): InboxView => ({ key: JSON.stringify([filter, order]), name: null, filter, order })),
  ])
  const all = await readAll()
  expect(place(all, builtInView('all')).length).toBe(36)
  let found = 0
  for (const view of views) {
    const listed = (await read(view)).map(({ id }) => id)
    expect({ view: view.key, ids: place(all, view) }).toEqual({ view: view.key, ids: listed })
    found += listed.length
  }
  expect(found).toBeGreaterThan(500)
})

test('the counts of the views are those of their lists', async () => {
  const { data } = await desk.operators[0].execute('{ chatCounts { waiting mine bot all } }')
  for (const name of ['waiting', 'mine', 'bot', 'all'] as const)
    expect([name, data.chatCounts[name]]).toEqual([name, (await read(builtInView(name))).length])
})

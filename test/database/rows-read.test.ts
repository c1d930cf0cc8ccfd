import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../server/database/client.ts'
import { departChats } from '../../server/domain/operators/depart-chats.ts'
import { findHistory } from '../../server/domain/visits/reading/find-history.ts'
import type { Work } from '../../server/events/transact.ts'
import { lazyLoaders } from '../../server/graphql/kit/loaders.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { rowsRead, servicesWithin } from '../support/rows-read.ts'

const MANY = 5_000
const FEW = 300

let app: TestApp
let desk: Desk
let long: { id: string; visitor: { id: string; accountId: string }; number: number }

/** One visitor with thousands of short closed chats, and an open one with thousands of messages and of delivered replies. */
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  const { db } = app.services
  await desk.say(1, 'Hello')
  const { id, visitorId, number, channelId, accountId } = await desk.chatOf(1)
  long = { id, visitor: { id: visitorId, accountId }, number }
  const ofAll = { accountId, channelId, visitorId, status: 'CLOSED' } as const
  const closed = Array.from({ length: MANY }, (_, n) => ({
    ...{ ...ofAll, id: randomUUID(), number: number + 1 + n, lastSeq: 1 },
    closedAt: new Date(Date.now() - (MANY - n) * 60_000),
  }))
  await db.chat.createMany({ data: closed })
  await db.message.createMany({
    data: closed.map((chat) => ({
      ...{ accountId, chatId: chat.id, author: 'VISITOR' as const, type: 'TEXT' as const },
      ...{ seq: 1, text: String(chat.number) },
    })),
  })
  await db.message.createMany({
    data: Array.from({ length: MANY }, (_, n) => ({
      ...{ accountId, chatId: id, author: 'VISITOR' as const, type: 'TEXT' as const },
      ...{ seq: n + 2, text: String(n) },
    })),
  })
  await db.chat.update({ where: { id }, data: { lastSeq: MANY + 1 } })
  await db.outboxItem.createMany({
    data: Array.from({ length: MANY }, (_, n) => ({
      ...{ accountId, chatId: id, receiverId: channelId, state: 'SENT' as const },
      ...{ kind: 'CLIENT_REPLY', lane: `CLIENT_REPLY:${n}`, messageId: randomUUID() },
    })),
  })
  await db.$executeRaw`VACUUM ANALYZE`
})

afterAll(() => app?.close())

const readRows = (work: (tx: Tx) => Promise<unknown>) => rowsRead(app.services, work)
const within = (tx: Tx) => servicesWithin(app.services, tx)

test.each([
  ['a long chat', () => `${long.number}.${MANY / 2}`],
  ['thousands of chats', () => `${long.number + MANY / 2}.1`],
])('a page from the middle of %s reads about as many messages as it shows', async (_, cursor) => {
  const rows = await readRows(async (tx) => {
    const page = { visitor: long.visitor, last: 30, before: cursor() }
    const { messages } = await findHistory(within(tx), page)
    expect(messages).toHaveLength(30)
  })
  expect(rows).toBeLessThan(FEW)
})

test('counting the failed replies of a chat reads none that arrived', async () => {
  const count = (tx: Tx) => lazyLoaders(within(tx)).failedDeliveriesOfChat.load(long.id)
  expect(await readRows(count)).toBeLessThan(FEW)
})

test('taking an operator out of their chats reads none that are closed', async () => {
  const { viewer } = desk.admin
  const [{ user }] = desk.operators
  const depart = (tx: Tx) => departChats({ tx } as Work, { viewer, userId: user.id })
  expect(await readRows(depart)).toBeLessThan(FEW)
})

test('deleting a chat reads no invitations to others', async () => {
  const { db } = app.services
  const { accountId } = desk.channel
  const chats = await db.chat.findMany({ where: { accountId, status: 'CLOSED' }, select: { id: true } })
  const [one, two] = [desk.admin.user.id, desk.operators[0].user.id]
  await db.chatInvitation.createMany({
    data: chats.map(({ id: chatId }) => ({
      ...{ accountId, chatId, kind: 'JOIN' as const, state: 'DECLINED' as const, expiresAt: new Date() },
      ...{ fromUserId: one, toUserId: two },
    })),
  })
  const [{ id }] = chats as [{ id: string }]
  expect(await readRows((tx) => tx.chat.delete({ where: { id } }))).toBeLessThan(FEW)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_AT_ONCE, newsSql } from '../../server/domain/notifications/push/find-news.ts'
import { PUSH } from '../../server/domain/notifications/push/push.ts'
import { pushNews } from '../../server/domain/notifications/push/push-news.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { mutate } from '../support/graphql-client.ts'
import { startPushService } from '../support/push-service.ts'
import { rowsRead } from '../support/rows-read.ts'
import { until } from '../support/until.ts'

const MANY = 5_000
const FEW = 300

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // The first round only begins.
  await turnOn(await openDesk(app))
  await pushNews(app.services)
})
afterAll(() => app.close())

/** Turns push notifications on for the first operator; nobody gets them here, as no worker runs. */
async function turnOn({ operators: [dora] }: Desk): Promise<void> {
  const service = await startPushService()
  await service.stop()
  const { input } = service.subscribe()
  const { userErrors } = await mutate(dora.execute, 'subscribeToPush', input, 'viewer { hasPush }')
  expect(userErrors).toEqual([])
}

/** The visitors of the chats that are to be pushed, in the order in which they wrote. */
async function pushedOf({ account }: Desk): Promise<string[]> {
  const items = await app.services.db.outboxItem.findMany({
    where: { accountId: account.id, kind: 'PUSH' },
    include: { chat: { include: { visitor: true } } },
    orderBy: { chat: { number: 'asc' } },
  })
  return items.map(({ chat }) => chat?.visitor.key ?? '')
}

test('a round costs what is new, however much happened before', async () => {
  const { db } = app.services
  const desk = await openDesk(app)
  await turnOn(desk)
  const old = { accountId: desk.account.id, kind: 'MESSAGE_CREATED', actorType: 'VISITOR' } as const
  await db.event.createMany({ data: Array.from({ length: MANY }, () => old) })
  const sent = {
    accountId: desk.account.id,
    kind: PUSH,
    lane: 'old',
    receiverId: randomUUID(),
    event: 'WAITING_CHAT',
    state: 'SENT',
  } as const
  await db.outboxItem.createMany({ data: Array.from({ length: FEW }, () => sent) })
  await db.$executeRaw`ANALYZE "Event"`
  // What began before it and goes on, also in the databases of other tests, could still bring something that is older.
  const { snapshot } = await until(async () => {
    const [here] = await db.$queryRaw<{ snapshot: string; isPast: boolean }[]>`
      SELECT here::text AS snapshot, pg_snapshot_xmin(here)::text::bigint > (SELECT max(txid) FROM "Event") AS "isPast"
      FROM pg_current_snapshot() AS here`
    if (!here?.isPast) throw new Error('Something that began before still goes on.')
    return here
  })
  const read = (tx: { $queryRaw: typeof db.$queryRaw }) => tx.$queryRaw(newsSql([desk.account.id], snapshot))
  expect(await rowsRead(app.services, read)).toBeLessThan(FEW)
})

test('a chat that was erased before anybody was told of it stops nothing', async () => {
  const { db } = app.services
  const desk = await openDesk(app)
  await turnOn(desk)
  const gone = { chatId: randomUUID(), messageId: randomUUID(), userId: desk.operators[0].user.id }
  await db.event.create({ data: { ...gone, accountId: desk.account.id, kind: 'OPERATOR_MENTIONED' } })
  await desk.say('Anna', 'Hello')
  await pushNews(app.services)
  expect(await pushedOf(desk)).toEqual(['Anna'])
})

test('after a pause, a browser is told of the newest chats only', async () => {
  const desk = await openDesk(app)
  await turnOn(desk)
  const visitors = Array.from({ length: MOST_AT_ONCE + 3 }, (_, n) => `visitor-${n}`)
  for (const visitor of visitors) await desk.say(visitor, 'Hello')
  await pushNews(app.services)
  expect(await pushedOf(desk)).toEqual(visitors.slice(3))
})

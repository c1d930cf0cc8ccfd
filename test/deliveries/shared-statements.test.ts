import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../server/events/actor.ts'
import type { OutboxItem } from '../../server/generated/prisma/client.ts'
import { KindWorker } from '../../server/outbox/kind-worker.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import type { AttemptWrite } from '../../server/outbox/write-attempts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { untilLocked } from '../support/until-locked.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

const statements = () => {
  const kind = outboxKinds.find(({ name }) => name === 'WEBHOOK')
  if (!kind) throw new Error('There is no such kind.')
  return new KindWorker(app.services, kind, () => false).statements
}

/** Items, each in a lane of its own. */
async function makeItems(count: number): Promise<OutboxItem[]> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const { id: chatId } = await desk.chatOf(visitor)
  const ids = Array.from({ length: count }, () => randomUUID())
  const about = { accountId: desk.account.id, chatId, kind: 'WEBHOOK', event: 'chat_updated' }
  return app.services.db.outboxItem.createManyAndReturn({
    data: ids.map((id) => ({ ...about, id, lane: `WEBHOOK:${id}`, receiverId: randomUUID() })),
  })
}

const sent = (item: OutboxItem): AttemptWrite => ({
  item,
  plan: {
    state: 'SENT',
    attempts: item.attempts + 1,
    lane: item.lane,
    nextAttemptAt: item.nextAttemptAt,
    finishedAt: new Date(),
    errorCode: null,
    errorMessage: null,
    yieldedAt: null,
  },
  followers: [],
  note: `of ${item.id}`,
  attempt: null,
  events: [
    {
      event: {
        accountId: item.accountId,
        kind: 'DELIVERY_SENT',
        actor: SYSTEM,
        chatId: item.chatId ?? '',
        subjectId: item.id,
      },
    },
  ],
})

test('an item that somebody holds keeps no other lane waiting that asks at the same time', async () => {
  const items = await makeItems(3)
  const [held] = items
  const shared = statements()
  const claimed: string[] = []
  const claims = await app.services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "OutboxItem" WHERE id = ${held?.id}::uuid FOR UPDATE`
    const all = items.map(async ({ id, lane }) => {
      const head = await shared.claimHead({ lane, hasSlot: false })
      claimed.push(id)
      return head
    })
    await Promise.all(all.slice(1))
    expect(claimed).not.toContain(held?.id)
    return all
  })
  const heads = await Promise.all(claims)
  expect(heads.map((head) => [head?.item.id, head?.isClaimed])).toEqual(items.map(({ id }) => [id, true]))
})

test('of attempts that are recorded together, one that counts no more leaves no event and changes no other', async () => {
  const items = await makeItems(3)
  const [, stale] = items
  await app.services.db.outboxItem.update({ where: { id: stale?.id ?? '' }, data: { attempts: 7 } })
  const shared = statements()
  const written = await Promise.all(items.map((item) => shared.writeAttempt(sent(item))))
  expect(written.map(({ counts }) => counts)).toEqual([true, false, true])
  const ids = items.map(({ id }) => id)
  const events = await app.services.db.event.findMany({
    where: { subjectId: { in: ids } },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ subjectId }) => subjectId)).toEqual([ids[0], ids[2]])
  const rows = await app.services.db.outboxItem.findMany({ where: { id: { in: ids } } })
  expect(new Map(rows.map(({ id, state, note }) => [id, [state, note]]))).toEqual(
    new Map([
      [ids[0], ['SENT', `of ${ids[0]}`]],
      [ids[1], ['PENDING', null]],
      [ids[2], ['SENT', `of ${ids[2]}`]],
    ]),
  )
})

test('each attempt sends the payload that was kept first', async () => {
  const items = await makeItems(2)
  const shared = statements()
  const keep = (text: string) =>
    Promise.all(items.map((item, n) => shared.keepPayload(item, `${text} ${['one', 'two'][n]}`)))
  expect(await keep('first')).toEqual(['first one', 'first two'])
  expect(await keep('second')).toEqual(['first one', 'first two'])
})

test('an item that another worker attempted while its lane waited is not claimed with what was read before', async () => {
  const [item] = await makeItems(1)
  const shared = statements()
  const ask = () => shared.claimHead({ lane: item?.lane ?? '', hasSlot: true })
  const { waiting } = await app.services.db.$transaction(async (tx) => {
    // Due again at once, so that only the number of attempts tells that it was attempted.
    await tx.outboxItem.update({ where: { id: item?.id ?? '' }, data: { attempts: 1 } })
    const waiting = ask()
    await untilLocked(app.services.db, 'WITH asked')
    return { waiting }
  })
  expect(await waiting).toMatchObject({ isClaimed: false })
  expect(await ask()).toMatchObject({ isClaimed: true, item: { attempts: 1 } })
})

test('an attempt at an item that was dropped while it was under way leaves it dropped', async () => {
  const [item] = await makeItems(1)
  if (!item) throw new Error('There is no item.')
  await app.services.db.outboxItem.update({
    where: { id: item.id },
    data: { state: 'SKIPPED', note: 'Dropped.' },
  })
  expect(await statements().writeAttempt(sent(item))).toMatchObject({ counts: false, isMissing: false })
  const row = await app.services.db.outboxItem.findUniqueOrThrow({ where: { id: item.id } })
  expect(row).toMatchObject({ state: 'SKIPPED', attempts: 0, note: 'Dropped.' })
  expect(await app.services.db.event.count({ where: { subjectId: item.id } })).toBe(0)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { webhookKind } from '../../server/domain/webhooks/sending/webhook-kind.ts'
import type { OutboxItem, Prisma } from '../../server/generated/prisma/client.ts'
import { claimHeads, keepPayloads, releaseClaim, skipItem } from '../../server/outbox/claim-heads.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import type { BusySlots } from '../../server/outbox/lane-slots.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { untilLocked } from '../support/until-locked.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const NOW = new Date('2026-03-01T12:00:00Z')
const from = (ms: number) => new Date(NOW.getTime() + ms)

function addItem(data: Partial<Prisma.OutboxItemUncheckedCreateInput> = {}): Promise<OutboxItem> {
  return app.services.db.outboxItem.create({
    data: {
      accountId: randomUUID(),
      kind: 'WEBHOOK',
      lane: laneOf('WEBHOOK', randomUUID(), randomUUID()),
      receiverId: randomUUID(),
      event: 'message_created',
      nextAttemptAt: NOW,
      ...data,
    },
  })
}

async function claim(
  { lane }: OutboxItem,
  { hasSlot = false, busy = {} as Partial<BusySlots>, now = NOW } = {},
) {
  const heads = await claimHeads(app.services.pool, webhookKind, {
    lanes: [{ lane, hasSlot }],
    now,
    busy: { accounts: [], receivers: [], ...busy },
  })
  const head = heads.get(lane)
  if (!head) throw new Error('The lane has no item.')
  return head
}

const stored = ({ id }: OutboxItem) => app.services.db.outboxItem.findUniqueOrThrow({ where: { id } })

test('the head of a lane is claimed once it is due, and not a moment earlier', async () => {
  const item = await addItem({ nextAttemptAt: NOW })
  expect(await claim(item, { now: from(-1) })).toMatchObject({ isClaimed: false, target: null })
  expect(await stored(item)).toEqual(item)
  expect(await claim(item)).toMatchObject({ isClaimed: true, item: { id: item.id, startedAt: NOW } })
})

test('the head of a lane is its oldest item that has not ended', async () => {
  const { lane } = await addItem({ state: 'SENT' })
  const item = await addItem({ lane })
  await addItem({ lane })
  expect(await claim(item)).toMatchObject({ isClaimed: true, item: { id: item.id } })
})

test.each([
  { change: `attempts = attempts + 1`, what: 'has made an attempt' },
  { change: `state = 'SENT'`, what: 'has delivered it' },
])('a head that somebody changes meanwhile is not claimed: somebody $what', async ({ change }) => {
  const item = await addItem()
  const other = await app.services.pool.connect()
  onTestFinished(() => other.release(true))
  await other.query('BEGIN')
  await other.query(`UPDATE "OutboxItem" SET ${change} WHERE id = $1`, [item.id])
  const claimed = claim(item)
  await untilLocked(app.services.db, 'WITH asked AS MATERIALIZED')
  await other.query('COMMIT')
  expect(await claimed).toMatchObject({ isClaimed: false, target: null })
  expect(await stored(item)).toMatchObject({ claimedUntil: null, startedAt: null })
})

test('a claimed head is nobody else’s until the claim expires, and the lost attempt is then in the log', async () => {
  const item = await addItem()
  const { item: claimed } = await claim(item)
  const until = claimed.claimedUntil as Date
  expect(until).toEqual(from(webhookKind.claimMs))
  expect(await claim(item, { now: new Date(until.getTime() - 1) })).toMatchObject({ isClaimed: false })
  expect(await app.services.db.outboxAttempt.count({ where: { itemId: item.id } })).toBe(0)
  expect(await claim(item, { now: until })).toMatchObject({ isClaimed: true })
  const log = await app.services.db.outboxAttempt.findMany({ where: { itemId: item.id } })
  expect(log).toMatchObject([{ startedAt: NOW, errorCode: 'worker_lost', answerLost: true }])
})

test('a head without attempts left is not claimed', async () => {
  const { attempts } = webhookKind.schedule
  expect(await claim(await addItem({ attempts: attempts - 1 }))).toMatchObject({ isClaimed: true })
  expect(await claim(await addItem({ attempts }))).toMatchObject({ isClaimed: false })
})

test.each(['accounts', 'receivers'] as const)(
  'busy %s get nothing more but by a slot that the lane already has',
  async (who) => {
    const item = await addItem()
    const busy = { [who]: [randomUUID(), who === 'accounts' ? item.accountId : item.receiverId] }
    expect(await claim(item, { busy })).toMatchObject({ isClaimed: false })
    expect(await claim(item, { busy, hasSlot: true })).toMatchObject({ isClaimed: true })
  },
)

test('a claim is given back only by its holder, while nothing has happened to the item', async () => {
  const { item } = await claim(await addItem())
  const { pool } = app.services
  await releaseClaim(pool, { ...item, claimedUntil: from(1) })
  await releaseClaim(pool, { ...item, attempts: item.attempts + 1 })
  expect(await stored(item)).toMatchObject({ claimedUntil: item.claimedUntil, startedAt: NOW })
  await releaseClaim(pool, item)
  expect(await stored(item)).toMatchObject({ claimedUntil: null, startedAt: null })

  const { item: late } = await claim(await addItem({ attempts: 1, startedAt: from(-1_000) }))
  await releaseClaim(pool, late)
  expect(await stored(late)).toMatchObject({ claimedUntil: null, startedAt: from(-1_000) })
})

test('what has ended is not changed by whoever still holds its claim', async () => {
  const { item } = await claim(await addItem())
  const finishedAt = from(500)
  const sent = await app.services.db.outboxItem.update({
    where: { id: item.id },
    data: { state: 'SENT', finishedAt },
  })
  await releaseClaim(app.services.pool, item)
  await skipItem(app.services.pool, item, 'Nobody wants it any more.')
  expect(await stored(item)).toEqual(sent)
})

test('an item that is no longer wanted ends with the note of its kind, or with its own', async () => {
  const { item } = await claim(await addItem({ note: 'Its own' }))
  await skipItem(app.services.pool, item, null)
  expect(await stored(item)).toMatchObject({ state: 'SKIPPED', claimedUntil: null, note: 'Its own' })
  const { item: other } = await claim(await addItem({ note: 'Its own' }))
  await skipItem(app.services.pool, other, 'Nobody wants it any more.')
  expect(await stored(other)).toMatchObject({ state: 'SKIPPED', note: 'Nobody wants it any more.' })
})

test('a payload that comes late does not change the claim of the worker that has the item by then', async () => {
  const { item: late } = await claim(await addItem())
  const until = late.claimedUntil as Date
  const { item: next } = await claim(late, { now: until })
  expect(await keepPayloads(app.services.pool, [{ ...late, payload: '{}' }])).toEqual(['{}'])
  expect((await stored(late)).claimedUntil).toEqual(next.claimedUntil)
})

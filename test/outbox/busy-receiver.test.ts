import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { laneOf, queueOfKind } from '../../server/outbox/lane.ts'
import type { OutboxKind } from '../../server/outbox/outbox-kind.ts'
import { startWorker } from '../../server/worker.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount } from '../support/factories.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

const NAME = 'FAKE_BUSY'
const SLOTS = 2
const LANES = 6

const fakeKind: OutboxKind = {
  name: NAME,
  concurrency: 10,
  perReceiver: SLOTS,
  claimMs: 60_000,
  schedule: { attempts: 3, next: ({ endedAt }) => endedAt, failsLate: false, yieldsAfter: null },
  keepDays: 30,
  target: Prisma.sql`SELECT item.id`,
  isWanted: async () => true,
  payload: async (_services, { item }) => item.lane,
  send: ({ sender }, { payload }) =>
    sender.post({ url: receiver.url, body: payload, headers: {}, chunked: false, timeoutMs: 50_000 }),
  read: () => ({ result: 'sent' }),
  follow: async () => ({}),
}

let app: TestApp
let receiver: Receiver
/** Has the receiver answer a lane. */
let answer: Map<string, () => void>
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp()
})
beforeEach(() => {
  answer = new Map()
  receiver.clear()
  receiver.answer(async ({ text: lane }) => {
    await new Promise<void>((resolve) => answer.set(lane, resolve))
    return { status: 200 }
  })
})
afterAll(async () => {
  await app.close()
  await receiver.stop()
})

const queued = () => app.services.queues.depth(queueOfKind(NAME))
const arrived = () => receiver.requests.map(({ text }) => text)

/** Lanes to one receiver, of which the first have its slots. */
async function fillSlots(): Promise<string[]> {
  const { services } = app
  const { account } = await makeAccount(services)
  const receiverId = randomUUID()
  const lanes = Array.from({ length: LANES }, () => laneOf(NAME, randomUUID()))
  const items = lanes.map((lane) => ({ accountId: account.id, kind: NAME, lane, receiverId }))
  await services.db.outboxItem.createMany({ data: items })
  await services.waker.wake(lanes.slice(0, SLOTS))
  await receiver.waitFor(SLOTS)
  await services.waker.wake(lanes.slice(SLOTS))
  return lanes
}

test('lanes of a busy receiver go on one after the other, whenever a slot becomes free, without a job', async () => {
  const worker = await startWorker(app.services, [fakeKind])
  try {
    const lanes = await fillSlots()
    for (let freed = 0; freed < LANES; freed++) {
      await receiver.waitFor(Math.min(SLOTS + freed, LANES))
      expect(await queued()).toBe(0)
      expect(new Set(arrived().slice(0, SLOTS))).toEqual(new Set(lanes.slice(0, SLOTS)))
      expect(arrived()).toHaveLength(Math.min(SLOTS + freed, LANES))
      answer.get(arrived()[freed] as string)?.()
    }
    expect(new Set(arrived())).toEqual(new Set(lanes))
    await expect
      .poll(() => app.services.db.outboxItem.count({ where: { lane: { in: lanes }, state: 'SENT' } }))
      .toBe(LANES)
  } finally {
    for (const give of answer.values()) give()
    await worker.stop()
  }
})

test('a process that stops leaves the lanes that wait for a slot to others', async () => {
  const first = await startWorker(app.services, [fakeKind])
  const lanes = await fillSlots()
  const stopped = first.stop()
  for (const lane of lanes.slice(0, SLOTS)) answer.get(lane)?.()
  await stopped
  expect([arrived().length, await queued()]).toEqual([SLOTS, LANES - SLOTS])
  receiver.answer({ status: 200 })
  const second = await startWorker(app.services, [fakeKind])
  try {
    await receiver.waitFor(LANES)
    expect(new Set(arrived())).toEqual(new Set(lanes))
  } finally {
    await second.stop()
  }
})

test('receivers of one account that do not answer, however many, keep no other account’s items waiting', async () => {
  const { services } = app
  const worker = await startWorker(services, [fakeKind])
  try {
    // As many as would fill the lanes that are started here and those of the queue.
    const { account } = await makeAccount(services)
    const receiverIds = Array.from({ length: fakeKind.concurrency }, () => randomUUID())
    const silent = receiverIds
      .flatMap((receiverId) => Array.from({ length: SLOTS }, () => receiverId))
      .map((receiverId) => ({
        accountId: account.id,
        receiverId,
        kind: NAME,
        lane: laneOf(NAME, randomUUID()),
      }))
    await services.db.outboxItem.createMany({ data: silent })
    await services.waker.wake(silent.map(({ lane }) => lane))
    await receiver.waitFor(fakeKind.concurrency / 2)

    const { account: other } = await makeAccount(services)
    const lane = laneOf(NAME, randomUUID())
    const about = { accountId: other.id, receiverId: randomUUID(), kind: NAME }
    await services.db.outboxItem.create({ data: { ...about, lane } })
    await services.waker.wake([lane])
    await receiver.waitFor(({ text }) => text === lane)
    expect(arrived()).toHaveLength(fakeKind.concurrency / 2 + 1)

    // Nothing of theirs is lost.
    receiver.answer({ status: 200 })
    for (const give of answer.values()) give()
    await receiver.waitFor(silent.length + 1)
    expect(new Set(arrived())).toEqual(new Set([lane, ...silent.map((item) => item.lane)]))
  } finally {
    for (const give of answer.values()) give()
    await worker.stop()
  }
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type OutboxItem, Prisma } from '../../server/generated/prisma/client.ts'
import { laneOf, queueOfKind } from '../../server/outbox/lane.ts'
import { Lanes } from '../../server/outbox/lanes.ts'
import type { OutboxKind } from '../../server/outbox/outbox-kind.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'

// What one process does with its lanes. Nothing else works on them here, and nothing sweeps.

const NAME = 'FAKE_LANES'
const ROOM = 5
const SLOTS = 2
const HOUR = 3_600_000

/** Attempts that are under way, by lane, and what ends them. */
let sending: Map<string, () => void>
/** How an attempt ends; one without an entry waits in `sending`. */
let statuses: Map<string, number>
/** How long a failed attempt is rested from. */
let pauseMs: number

const fakeKind: OutboxKind = {
  name: NAME,
  concurrency: ROOM,
  perReceiver: SLOTS,
  claimMs: HOUR,
  schedule: {
    attempts: 3,
    next: ({ endedAt }) => new Date(endedAt.getTime() + pauseMs),
    failsLate: false,
    yieldsAfter: 1,
  },
  order: {
    isHeld: Prisma.sql`head.lane LIKE ${`${NAME}:held:%`}`,
    followersOf: (lane) => [`${lane}:follower`],
    retryLane: (lane) => lane,
    isYielding: async () => false,
  },
  keepDays: 30,
  target: Prisma.sql`SELECT item.id`,
  isWanted: async (_services, { item }) => !item.lane.includes(':unwanted:'),
  payload: async () => '',
  async send(_services, { item: { lane } }) {
    const status = statuses.get(lane)
    if (status === undefined) await new Promise<void>((resolve) => sending.set(lane, resolve))
    return { kind: 'answered', status: status ?? 200, headers: {}, body: '', truncated: false, durationMs: 0 }
  },
  read: (answer) =>
    answer.kind === 'answered' && answer.status === 200
      ? { result: 'sent' }
      : { result: 'retry', code: 'failed', message: null },
  follow: async () => ({}),
}

let app: TestApp
let stopping: AbortController
let lanes: Lanes
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => {
  sending = new Map()
  statuses = new Map()
  pauseMs = 0
  stopping = new AbortController()
  lanes = new Lanes(app.services, [fakeKind], stopping.signal)
})
afterAll(() => app.close())

const newLane = (what = 'lane') => laneOf(NAME, what, randomUUID())

function addItem(
  lane: string,
  data: Partial<Prisma.OutboxItemUncheckedCreateInput> = {},
): Promise<OutboxItem> {
  const about = { accountId: randomUUID(), receiverId: randomUUID(), nextAttemptAt: new Date(0) }
  return app.services.db.outboxItem.create({ data: { ...about, kind: NAME, lane, ...data } })
}

const underWay = (...expected: string[]) =>
  until(() => expect([...sending.keys()].toSorted()).toEqual(expected.toSorted()))

/** Ends the attempt that is under way in a lane. */
function end(lane: string): void {
  const ends = sending.get(lane)
  sending.delete(lane)
  ends?.()
}

async function statesOf(...items: OutboxItem[]): Promise<(string | undefined)[]> {
  const rows = await app.services.db.outboxItem.findMany({ where: { id: { in: items.map(({ id }) => id) } } })
  return items.map(({ id }) => rows.find((row) => row.id === id)?.state)
}

/** How many jobs the work leaves in the queue. */
async function jobsFrom(work: () => Promise<unknown>): Promise<number> {
  const depth = () => app.services.queues.depth(queueOfKind(NAME))
  const before = await depth()
  await work()
  return (await depth()) - before
}

test('what comes into a lane while its last item is being recorded is sent, too', async () => {
  const { db } = app.services
  const lane = newLane()
  const first = await addItem(lane)
  lanes.start(lane)
  await underWay(lane)
  let second = first
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "OutboxItem" WHERE id = ${first.id}::uuid FOR UPDATE`
    end(lane)
    await untilLocked(db, 'written AS MATERIALIZED')
    // The statement that says whether the lane has more has begun.
    second = await addItem(lane)
    statuses.set(lane, 200)
    expect(lanes.start(lane)).toBe(true)
  })
  await lanes.settle()
  expect(await statesOf(first, second)).toEqual(['SENT', 'SENT'])
})

test('a process works on so many lanes of a kind at a time, and takes others again when one has ended', async () => {
  const working = Array.from({ length: ROOM }, () => newLane())
  const further = newLane()
  for (const lane of [...working, further]) await addItem(lane)
  expect(working.map((lane) => lanes.start(lane))).toEqual(working.map(() => true))
  await underWay(...working)
  expect(lanes.start(further)).toBe(false)
  expect(lanes.start(working[0] ?? '')).toBe(true)
  for (const lane of working) end(lane)
  await lanes.settle()
  expect(lanes.start(further)).toBe(true)
  await underWay(further)
  end(further)
  await lanes.settle()
})

test('a lane whose head waits for other lanes, or that another worker has, is left alone', async () => {
  const [held, taken] = [newLane('held'), newLane()]
  const items = [await addItem(held), await addItem(taken, { claimedUntil: new Date(Date.now() + HOUR) })]
  const jobs = await jobsFrom(async () => {
    for (const lane of [held, taken]) lanes.start(lane)
    await lanes.settle()
  })
  expect([jobs, sending.size]).toEqual([0, 0])
  expect(await statesOf(...items)).toEqual(['PENDING', 'PENDING'])
})

test('a process that is asked to stop ends its attempt, leaves the rest of the lane to others, and takes no more', async () => {
  const lane = newLane()
  const items = [await addItem(lane), await addItem(lane)]
  lanes.start(lane)
  await underWay(lane)
  const jobs = await jobsFrom(async () => {
    stopping.abort()
    end(lane)
    await lanes.settle()
  })
  expect(jobs).toBe(1)
  expect(await statesOf(...items)).toEqual(['SENT', 'PENDING'])
  expect(lanes.start(newLane())).toBe(false)
})

test.each([
  ['a moment is waited for by a job', 30_000, 1],
  ['an hour is left to the sweep, so that no job keeps the lane from being woken earlier', HOUR, 0],
])('an attempt that is due in %s', async (_name, dueMs, expected) => {
  const lane = newLane()
  await addItem(lane, { nextAttemptAt: new Date(Date.now() + dueMs) })
  const waiting = await jobsFrom(async () => {
    lanes.start(lane)
    await lanes.settle()
  })
  expect(waiting).toBe(expected)

  // The same for an item that goes on in a lane of its own.
  const failing = newLane()
  const { id } = await addItem(failing)
  pauseMs = dueMs
  statuses.set(failing, 500)
  const overtaken = await jobsFrom(async () => {
    lanes.start(failing)
    await lanes.settle()
  })
  expect(overtaken).toBe(expected)
  const { lane: own } = await app.services.db.outboxItem.findUniqueOrThrow({ where: { id } })
  expect(own).toBe(laneOf(NAME, id))
})

test('an item that is no longer wanted wakes the lanes that may wait for it', async () => {
  const lane = newLane('unwanted')
  const item = await addItem(lane)
  const woken: string[] = []
  app.services.waker.workHere((each) => woken.push(each) > 0)
  onTestFinished(() => app.services.waker.workHere(null))
  lanes.start(lane)
  await lanes.settle()
  expect(await statesOf(item)).toEqual(['SKIPPED'])
  expect(woken).toEqual([`${lane}:follower`])
})

test('lanes of one receiver that are claimed at the same moment, more than it has slots, go on one after the other', async () => {
  const about = { accountId: randomUUID(), receiverId: randomUUID() }
  const all = Array.from({ length: ROOM }, () => newLane())
  const items: OutboxItem[] = []
  for (const lane of all) items.push(await addItem(lane, about))
  for (const lane of all) lanes.start(lane)
  for (let left = ROOM; left > 0; left--) {
    await until(() => expect(sending.size).toBe(Math.min(SLOTS, left)))
    const [lane = ''] = sending.keys()
    end(lane)
  }
  await until(async () => expect(await statesOf(...items)).toEqual(all.map(() => 'SENT')))
  await lanes.settle()
  const where = { itemId: { in: items.map(({ id }) => id) } }
  const attempts = await app.services.db.outboxAttempt.findMany({ where })
  expect(attempts.map(({ errorCode }) => errorCode)).toEqual(all.map(() => null))
})

test('lanes of a kind that only a later version knows are left to its processes', async () => {
  const lane = laneOf('FROM_TOMORROW', randomUUID())
  expect(lanes.start(lane)).toBe(false)
  expect(await lanes.work(lane)).toBeNull()
})

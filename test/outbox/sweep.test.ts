import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import { sweepOutbox } from '../../server/outbox/sweep-outbox.ts'
import { Waker } from '../../server/outbox/waker.ts'
import { startTestApp } from '../support/app.ts'
import { recordRows } from '../support/count-statements.ts'

const EACH = 50_000
/** What the statement of a sweep is given. */
const VALUES: Record<string, string> = { $1: "''", $2: '10000', $3: 'now()', $4: 'now()', $5: '10000' }

test('a sweep among 100,000 overdue items reads as many rows as there are lanes', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const { db } = app.services
  const lanes = [1, 2].map(() => laneOf('CLIENT_REPLY', randomUUID())).sort()
  const waiting = laneOf('CLIENT_REPLY', randomUUID())
  await db.$executeRaw`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "nextAttemptAt")
    SELECT gen_random_uuid(), gen_random_uuid(), 'CLIENT_REPLY', lane, gen_random_uuid(), now() - interval '1 minute'
    FROM unnest(${lanes}::text[]) AS lane, generate_series(1, ${EACH})`
  // Its head waits for another attempt, so what is behind it is not overdue.
  for (const nextAttemptAt of [new Date(Date.now() + 60_000), new Date(Date.now() - 60_000)]) {
    const ids = { accountId: randomUUID(), receiverId: randomUUID() }
    await db.outboxItem.create({ data: { ...ids, kind: 'CLIENT_REPLY', lane: waiting, nextAttemptAt } })
  }
  await db.$executeRaw`ANALYZE "OutboxItem"`
  const woken: string[] = []
  const waker = new Waker(async (some) => void woken.push(...some))
  const statements = await recordRows(() => sweepOutbox({ db, waker }, { kinds: outboxKinds }))
  expect(woken).toEqual(lanes)
  expect(statements.map(({ rows }) => rows)).toEqual([2])
  const [{ plan }] = (await db
    .$queryRawUnsafe(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${statements[0]?.sql.replaceAll(/\$\d/g, (name) => VALUES[name] ?? '')}`,
    )
    .then((rows) => (rows as { 'QUERY PLAN': unknown }[]).map((row) => ({ plan: JSON.stringify(row) })))) as [
    { plan: string },
  ]
  const read = [...plan.matchAll(/"Actual Rows":\s*([\d.]+)/g)].map(([, rows]) => Number(rows))
  expect(Math.max(...read)).toBeLessThan(10)
})

test('a sweep among more than 10,000 lanes looks at so many, and the next one goes on with the rest', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const { db } = app.services
  await db.$executeRaw`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "nextAttemptAt")
    SELECT gen_random_uuid(), gen_random_uuid(), 'WEBHOOK', 'WEBHOOK:' || gen_random_uuid(), gen_random_uuid(),
           now() + CASE WHEN n % 10 = 0 THEN interval '-1 minute' ELSE interval '1 hour' END
    FROM generate_series(1, 12000) n`
  const woken: string[] = []
  const waker = new Waker(async (some) => void woken.push(...some))
  const after = await sweepOutbox({ db, waker }, { kinds: outboxKinds })
  const [last] = await db.$queryRaw<{ lane: string }[]>`
    SELECT lane FROM "OutboxItem" WHERE state = 'PENDING' ORDER BY lane OFFSET 9999 LIMIT 1`
  expect(after).toBe(last?.lane)
  expect(woken.length).toBeLessThan(1_200)
  expect(await sweepOutbox({ db, waker }, { kinds: outboxKinds, after })).toBe('')
  expect(new Set(woken).size).toBe(1_200)
  expect(woken).toHaveLength(1_200)
})

test('a sweep leaves alone what became due in the last five seconds, and what a worker has', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const { db } = app.services
  const now = Date.now()
  const add = async (dueMs: number, claimedMs?: number) => {
    const lane = laneOf('WEBHOOK', randomUUID(), randomUUID())
    const ids = { accountId: randomUUID(), receiverId: randomUUID() }
    const nextAttemptAt = new Date(now + dueMs)
    const claimedUntil = claimedMs === undefined ? null : new Date(now + claimedMs)
    await db.outboxItem.create({ data: { ...ids, kind: 'WEBHOOK', lane, nextAttemptAt, claimedUntil } })
    return lane
  }
  const overdue = [await add(-5_001), await add(-60_000, -1)]
  await add(-5_000)
  await add(-60_000, 1)
  const woken: string[] = []
  const waker = new Waker(async (some) => void woken.push(...some))
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  await sweepOutbox({ db, waker }, { kinds: outboxKinds })
  expect(woken.toSorted()).toEqual(overdue.toSorted())
})

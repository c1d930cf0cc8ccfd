import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOlder } from '../../server/database/delete-older.ts'
import { eraseEvents } from '../../server/events/erase-events.ts'
import { pruneEvents } from '../../server/events/prune-events.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { pruneHandler } from '../../server/jobs/prune.handler.ts'
import { pruneOutbox } from '../../server/outbox/prune-outbox.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { jobContext } from '../support/job-context.ts'
import { rowsRead, servicesWithin } from '../support/rows-read.ts'
import { untilLocked } from '../support/until-locked.ts'

const LARGEST_BATCH = 2_000
const OLD = 5_000

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

/** Makes rows of this age, one after the other. */
const tables = {
  Event: (count: number, age: string) => app.services.db.$executeRaw`
    INSERT INTO "Event" ("accountId", kind, "createdAt")
    SELECT ${desk.account.id}::uuid, 'CHANNEL_UPDATED', now() - ${age}::interval + n * interval '1 ms'
    FROM generate_series(1, ${count}::int) n`,
  IdempotencyKey: (count: number, age: string) => app.services.db.$executeRaw`
    INSERT INTO "IdempotencyKey" ("channelId", key, "requestHash", response, "createdAt")
    SELECT ${desk.channel.id}::uuid, gen_random_uuid()::text, '', '{}', now() - ${age}::interval
    FROM generate_series(1, ${count}::int) n`,
  CreationKey: (count: number, age: string) => app.services.db.$executeRaw`
    INSERT INTO "CreationKey" ("userId", key, "inputHash", "createdId", "createdAt")
    SELECT ${desk.admin.user.id}::uuid, gen_random_uuid(), '', gen_random_uuid(), now() - ${age}::interval
    FROM generate_series(1, ${count}::int) n`,
  OutboxItem: (count: number, age: string) => app.services.db.$executeRaw`
    WITH item AS (
      INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", state, "createdAt")
      SELECT gen_random_uuid(), ${desk.account.id}::uuid, 'WEBHOOK', 'WEBHOOK:' || n, ${desk.channel.id}::uuid, 'SENT',
        now() - ${age}::interval + n * interval '1 ms' FROM generate_series(1, ${count}::int) n RETURNING id, "createdAt"
    )
    INSERT INTO "OutboxAttempt" (id, "itemId", "startedAt", "durationMs", detail)
    SELECT gen_random_uuid(), id, "createdAt", 1, '' FROM item`,
  Session: (count: number, age: string) => app.services.db.$executeRaw`
    INSERT INTO "Session" (id, "userId", "tokenHash", "expiresAt")
    SELECT gen_random_uuid(), ${desk.admin.user.id}::uuid, gen_random_uuid()::text::bytea, now() - ${age}::interval
    FROM generate_series(1, ${count}::int) n`,
} satisfies Partial<Record<Prisma.ModelName, (count: number, age: string) => Promise<number>>>

const countOf = async (table: string) => {
  const rows: { count: number }[] = await app.services.db.$queryRawUnsafe(
    `SELECT count(*)::int FROM "${table}"`,
  )
  return rows[0]?.count
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test.each(Object.entries(tables))(
  '%s: thousands of old rows go in statements of some rows each',
  async (table, make) => {
    const { db } = app.services
    await db.$executeRaw`CREATE TABLE IF NOT EXISTS deleted_rows (source text, count int)`
    await db.$executeRaw`
    CREATE OR REPLACE FUNCTION note_deleted_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO deleted_rows SELECT TG_TABLE_NAME, count(*) FROM gone; RETURN NULL; END $$`
    await db.$executeRawUnsafe(
      `CREATE TRIGGER note_deleted_rows AFTER DELETE ON "${table}" REFERENCING OLD TABLE AS gone
     FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_rows()`,
    )
    const before = await countOf(table)
    await make(OLD, '40 days')
    await pruneHandler.run(jobContext(app.services), {})
    expect(await countOf(table)).toBe(before)
    const [statements] = await db.$queryRaw<{ largest: number; rows: number }[]>`
    SELECT max(count) AS largest, sum(count)::int AS rows FROM deleted_rows WHERE source = ${table}`
    expect(statements?.rows).toBe(OLD)
    expect(statements?.largest).toBeLessThanOrEqual(LARGEST_BATCH)
  },
)

test('what a run has deleted stays deleted when it is stopped, and the next run continues', async () => {
  const { db } = app.services
  await db.event.deleteMany()
  await tables.Event(OLD, '40 days')
  const inSecondBatch = await db.event.findFirstOrThrow({ orderBy: { id: 'asc' }, skip: LARGEST_BATCH + 10 })
  const stopping = new AbortController()
  const context = { ...jobContext(app.services), stopping: stopping.signal }
  let run: Promise<unknown> | undefined
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "Event" WHERE id = ${inSecondBatch.id} FOR UPDATE`
    run = pruneHandler.run(context, {})
    await untilLocked(db, 'DELETE FROM "Event"')
    expect(await countOf('Event')).toBe(OLD - LARGEST_BATCH)
    stopping.abort()
  })
  await run
  expect(await countOf('Event')).toBe(OLD - 2 * LARGEST_BATCH)
  await pruneHandler.run(jobContext(app.services), {})
  expect(await countOf('Event')).toBe(0)
})

test('a row that somebody works with is left for the next run', async () => {
  const { db } = app.services
  await tables.IdempotencyKey(3, '40 days')
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "IdempotencyKey" LIMIT 1 FOR UPDATE`
    await pruneHandler.run(jobContext(app.services), {})
    expect(await countOf('IdempotencyKey')).toBe(1)
  })
  await pruneHandler.run(jobContext(app.services), {})
  expect(await countOf('IdempotencyKey')).toBe(0)
})

test('rows that stay are not read', async () => {
  await Promise.all([tables.IdempotencyKey(OLD, '1 minute'), tables.OutboxItem(OLD, '1 minute')])
  await tables.Event(OLD, '1 minute')
  await app.services.db.$executeRaw`VACUUM ANALYZE`
  const read = await rowsRead(app.services, async (tx) => {
    const { db } = servicesWithin(app.services, tx)
    await deleteOlder(db, { table: 'IdempotencyKey', column: 'createdAt', before: daysAgo(1) })
    await pruneOutbox(db, { now: new Date(), timeIsUp: new AbortController().signal })
  })
  expect(read).toBeLessThan(100)
  const events = await rowsRead(app.services, (tx) =>
    pruneEvents(servicesWithin(app.services, tx).db, { before: daysAgo(7) }),
  )
  expect(events).toBeLessThanOrEqual(LARGEST_BATCH + 100)
})

test('rows that stay are not read by the statements that delete others', async () => {
  const { db } = app.services
  await Promise.all([tables.OutboxItem(OLD, '40 days'), tables.OutboxItem(OLD, '1 minute')])
  await db.$executeRaw`VACUUM ANALYZE`
  const read = await rowsRead(app.services, (tx) =>
    pruneOutbox(servicesWithin(app.services, tx).db, {
      now: new Date(),
      timeIsUp: new AbortController().signal,
    }),
  )
  // Each has an attempt, which goes with it.
  expect(read).toBeLessThan(2 * OLD + 100)
})

test('the events about something are found in steps through the log of their account, wherever they are in it', async () => {
  const { db } = app.services
  // Accounts that nobody else writes to.
  const [mine, other, erased] = [randomUUID(), randomUUID(), randomUUID()]
  const record = async (subjectId: string | null, accountId: string, count = 1) => {
    await db.$executeRaw`
      INSERT INTO "Event" ("accountId", kind, "subjectId")
      SELECT ${accountId}::uuid, 'VISITOR_UPDATED', ${subjectId}::uuid FROM generate_series(1, ${count}::int)`
  }
  const own = { accountId: mine }
  await record(erased, mine)
  await record(null, mine, 6_000)
  await record(erased, other)
  await record(erased, mine, 3)
  await record(null, mine, 5_000)
  await record(erased, mine)

  const sizes: number[] = []
  const query = async (...statement: Parameters<typeof db.$queryRaw>) => {
    const rows = (await db.$queryRaw(...statement)) as { read: number }[]
    sizes.push(rows[0]?.read ?? 0)
    return rows
  }
  const which = Prisma.sql`e."subjectId" = ${erased}::uuid`
  await eraseEvents({ $queryRaw: query } as unknown as typeof db, { ...own, which })
  expect(sizes).toEqual([5_000, 5_000, 1_005])
  expect(await db.event.count({ where: { ...own, subjectId: erased } })).toBe(0)
  expect(await db.event.count({ where: own })).toBe(11_000)
  expect(await db.event.count({ where: { accountId: other, subjectId: erased } })).toBe(1)
})

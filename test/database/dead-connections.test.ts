import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDb, createPool, type Db, type Pool } from '../../server/database/client.ts'
import { isDatabaseAway } from '../../server/database/errors.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { type Relay, startRelay } from '../faults/machines/relay.ts'
import { startTestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { openStores } from '../support/stores.ts'
import { until } from '../support/until.ts'

/** Nobody listens at any address. */
let isGone = false

/** Between a process and the PostgreSQL at this address. */
async function relayTo(databaseUrl: string): Promise<{ relay: Relay; url: string }> {
  const url = new URL(databaseUrl)
  const target = Number(url.port)
  const relay = await startRelay('127.0.0.1', () => (isGone ? 1 : target))
  url.port = String(relay.port)
  return { relay, url: url.href }
}

let database: TestDatabase
let other: Client
beforeAll(async () => {
  database = await createDatabase()
  other = await connectPostgres(database.url)
})
afterAll(async () => {
  await other.end()
  await database.drop()
})

const SILENCE_MS = 250
let relay: Relay
let pool: Pool
let db: Db
let ended: number
beforeEach(async () => {
  const network = await relayTo(database.url)
  relay = network.relay
  ended = 0
  const onDead = (connections: number) => {
    ended += connections
  }
  pool = createPool(network.url, 5, { silenceMs: SILENCE_MS, onDead })
  db = createDb(pool)
})
afterEach(async () => {
  await db.$disconnect()
  if (!pool.ended) await pool.end()
  await relay.close()
})

const SELECT = Prisma.sql`SELECT 1`

/** Until PostgreSQL has forgotten the connections, as another one has never heard of them. */
async function vanish(): Promise<void> {
  relay.vanish()
  await until(async () => {
    const { rows } = await other.query(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    expect(rows).toEqual([])
  })
}

test.each([
  ['a statement of our own', () => pool.query(SELECT)],
  ['a raw statement of Prisma', () => db.$queryRaw(SELECT)],
  ['a query of Prisma', () => db.account.count()],
  ['a transaction', () => db.$transaction((tx) => tx.account.count())],
])('%s fails when the server has vanished without a word, and the next ones work', async (_way, ask) => {
  await Promise.all([1, 2, 3].map(() => ask()))
  const open = pool.totalCount
  await vanish()
  const error = await Promise.resolve(ask()).catch((error) => error)
  expect(isDatabaseAway(error)).toBe(true)
  // Whoever asks later does not find another dead connection: all of them are gone.
  await ask()
  expect(ended).toBe(open)
})

test('a transaction that the server vanishes from in the middle ends, and gives its connection back', async () => {
  const failed = db
    .$transaction(async (tx) => {
      await tx.account.count()
      await vanish()
      await tx.account.count()
    })
    .catch((error) => error)
  expect(isDatabaseAway(await failed)).toBe(true)
  await db.account.count()
  expect(pool.waitingCount + pool.totalCount - pool.idleCount).toBe(0)
})

test('a statement that takes long goes on, however often the server is asked about it', async () => {
  const [row] = await db.$queryRaw<
    { done: string }[]
  >`SELECT pg_sleep(${(SILENCE_MS * 8) / 1_000})::text || 'done' AS done`
  expect(row?.done).toBe('done')
  expect(ended).toBe(0)
})

test('a statement that takes long goes on where PostgreSQL does not tell what its processes do', async () => {
  const client = await pool.connect()
  try {
    await client.query('SET track_activities = off')
    await client.query(`SELECT pg_sleep(${(SILENCE_MS * 8) / 1_000})`)
  } finally {
    client.release()
  }
  expect(ended).toBe(0)
})

test('behind a pooler, which knows no processes, a statement that takes long goes on, too', async () => {
  const pooler = await startPgBouncer(database.url)
  const pooled = createPool(pooler.url, 2, { isPooled: true, silenceMs: SILENCE_MS })
  try {
    const { rows } = await pooled.query(`SELECT pg_sleep(${(SILENCE_MS * 8) / 1_000})`)
    expect(rows).toHaveLength(1)
  } finally {
    await pooled.end()
    await pooler.stop()
  }
})

test('when nobody answers any more, statements fail and do not wait', async () => {
  await pool.query(SELECT)
  relay.vanish()
  isGone = true
  onTestFinished(() => {
    isGone = false
  })
  const failed = await Promise.all([1, 2].map(() => pool.query(SELECT).catch((error) => error)))
  expect(failed.map(isDatabaseAway)).toEqual([true, true])
})

test('a web process is ready and takes messages soon after another PostgreSQL has taken the place of a vanished one', async () => {
  const stores = await openStores()
  const network = await relayTo(stores.databaseUrl)
  const app = await startTestApp({ stores: { ...stores, databaseUrl: network.url } })
  try {
    const { say } = await openDesk(app)
    await say('visitor', 'Before')
    const useAll = () =>
      Array.from({ length: 8 }, () => app.services.db.account.count().catch(() => undefined))
    await Promise.all(useAll())
    network.relay.vanish()
    void useAll()
    await until(async () => expect((await fetch(`${app.url}/readyz`)).status).toBe(200))
    await until(() => say('visitor', 'After'))
  } finally {
    await app.close()
    await network.relay.close()
    await stores.close()
  }
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { isPooled } from '../../server/stores/is-pooled.ts'
import { migrate } from '../../server/stores/migrate.ts'
import { openClientServer, textOf } from '../support/client-server.ts'
import { openFeed } from '../support/event-feed.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { openInstallation } from '../support/installation.ts'
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../support/postgres.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { spawnSwitchboard } from '../support/spawn-switchboard.ts'

let database: TestDatabase
let redis: TestRedis
let pooler: PgBouncer
beforeAll(async () => {
  ;[database, redis] = await Promise.all([createEmptyDatabase(), startRedis()])
  pooler = await startPgBouncer(database.url)
})
afterAll(async () => {
  await pooler.stop()
  await redis.stop()
  await database.drop()
})

/** How many advisory locks are held in the database. */
const LOCKS = `SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

test('processes that start at once migrate through a pooler, one after the other, and leave no lock on its connections', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(pooler.url, paths.migrations)))
  expect(new Set(applied.flat()).size).toBe(applied.flat().length)
  const client = await connectPostgres(database.url)
  try {
    const { rows } = await client.query('SELECT count(*)::int AS ledger FROM _prisma_migrations')
    expect(rows).toEqual([{ ledger: applied.flat().length }])
    expect((await client.query(LOCKS)).rows).toEqual([{ locks: 0 }])
  } finally {
    await client.end()
  }
})

test('processes that start at once make an index through a pooler, while others write', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-pooled-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  mkdirSync(join(dir, '20990101000000_index'))
  writeFileSync(
    join(dir, '20990101000000_index', 'migration.sql'),
    'CREATE INDEX CONCURRENTLY "Tag_of_a_test" ON "Tag" (name)',
  )
  const client = await connectPostgres(database.url)
  onTestFinished(() => client.end())
  await client.query('BEGIN; LOCK TABLE "Tag" IN ROW EXCLUSIVE MODE')
  const migrating = [1, 2, 3].map(() => migrate(pooler.url, dir))
  const index = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('"Tag_of_a_test"')`
  await expect.poll(async () => (await client.query(index)).rows).toEqual([{ valid: false }])
  await client.query('COMMIT')
  expect((await Promise.all(migrating)).flat()).toEqual(['20990101000000_index'])
  expect((await client.query(index)).rows).toEqual([{ valid: true }])
  expect((await client.query(LOCKS)).rows).toEqual([{ locks: 0 }])
  await client.query('DROP INDEX "Tag_of_a_test"')
})

test('two processes behind a pooler take messages and deliver replies', async () => {
  expect(await isPooled(pooler.url)).toBe(true)
  const stores = { databaseUrl: pooler.url, redisUrl: redis.url, close: async () => {} }
  const installation = await openInstallation(stores)
  try {
    const [web] = await Promise.all([installation.start('web'), installation.start('worker')])
    const { desk, receiver } = await openClientServer(installation.app)
    const [operator] = desk.operators
    const feed = openFeed(web.url, { cookie: operator.cookie, after: '0' })
    // Each sends the same statements over whatever connections are free.
    const texts = Array.from({ length: 40 }, (_, n) => `text ${n}`)
    await Promise.all(
      texts.map(async (text, n) => {
        const body = JSON.stringify({ sender: { id: `visitor ${n % 8}` }, message: { type: 'text', text } })
        const response = await fetch(`${web.url}${desk.channel.path}`, { method: 'POST', body })
        expect(response.status).toBe(200)
        await feed.waitFor(({ message }) => message?.text === text)
      }),
    )
    const chat = await desk.chatOf('visitor 0')
    const execute = graphqlAs(web.url, operator)
    for (const text of ['one', 'two', 'three']) {
      const input = { idempotencyKey: crypto.randomUUID(), chatId: globalId('Chat', chat.id), text }
      expect((await mutate(execute, 'sendMessage', input)).userErrors).toEqual([])
    }
    await receiver.waitFor(3)
    expect(receiver.requests.map(textOf)).toEqual(['one', 'two', 'three'])
    await feed.close()
  } finally {
    await installation.close()
  }
})

test('without Redis, a start through a pooler says what to do, and DATABASE_DIRECT_URL is enough', async () => {
  const own = await createDatabase()
  const ownPooler = await startPgBouncer(own.url)
  try {
    const start = (variables: object) => spawnSwitchboard({ DATABASE_URL: ownPooler.url, ...variables })
    await expect(start({})).rejects.toThrow('Set REDIS_URL, or set DATABASE_DIRECT_URL to PostgreSQL itself.')
    const server = await start({ DATABASE_DIRECT_URL: own.url })
    expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await ownPooler.stop()
    await own.drop()
  }
})

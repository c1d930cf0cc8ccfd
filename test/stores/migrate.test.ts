import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startEmbeddedPostgres } from '../../server/stores/embedded-postgres.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { migrate, migrateQueues } from '../../server/stores/migrate.ts'
import { StoreError } from '../../server/stores/store-error.ts'
import { createEmptyDatabase } from '../support/postgres.ts'

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-migrate-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** A folder of migrations that a test may spoil. */
function newMigrations(texts: Record<string, string>) {
  const dir = newDir()
  for (const [name, sql] of Object.entries(texts)) {
    mkdirSync(join(dir, name))
    writeFileSync(join(dir, name, 'migration.sql'), sql)
  }
  return dir
}

async function newDatabase(): Promise<string> {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  return database.url
}

async function query(url: string, sql: string) {
  const client = await connectPostgres(url)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('applies each migration once, in order, and nothing on the next start', async () => {
  const url = await newDatabase()
  const dir = newMigrations({ '2_second': 'INSERT INTO t VALUES (1)', '1_first': 'CREATE TABLE t (n int)' })
  expect(await migrate(url, dir)).toEqual(['1_first', '2_second'])
  expect(await migrate(url, dir)).toEqual([])
  expect(await query(url, 'SELECT n FROM t')).toEqual([{ n: 1 }])
})

test('applies once when several processes start at once', async () => {
  const url = await newDatabase()
  const dir = newMigrations({ '1_first': 'CREATE TABLE t (n int)', '2_second': 'INSERT INTO t VALUES (1)' })
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, dir)))
  expect(applied.flat().sort()).toEqual(['1_first', '2_second'])
  await Promise.all([1, 2].map(() => migrateQueues(url)))
  expect(await query(url, 'SELECT n FROM t')).toEqual([{ n: 1 }])
})

test('refuses a migration that was edited after it was applied', async () => {
  const url = await newDatabase()
  const dir = newMigrations({ '1_first': 'CREATE TABLE t (n int)' })
  await migrate(url, dir)
  appendFileSync(join(dir, '1_first', 'migration.sql'), ';\n')
  await expect(migrate(url, dir)).rejects.toThrow('Migration 1_first was edited after it was applied.')
})

test('leaves nothing of a migration that fails', async () => {
  const url = await newDatabase()
  const dir = newMigrations({ '1_first': 'CREATE TABLE t (n int); SELECT 1 / 0' })
  await expect(migrate(url, dir)).rejects.toThrow('Migration 1_first failed: division by zero')
  expect(await query(url, "SELECT to_regclass('t') AS t")).toEqual([{ t: null }])

  writeFileSync(join(dir, '1_first', 'migration.sql'), 'CREATE TABLE t (n int)')
  expect(await migrate(url, dir)).toEqual(['1_first'])
})

test('leaves nothing of a migration that could not be noted as applied', async () => {
  const url = await newDatabase()
  const dir = newMigrations({ '1_first': 'CREATE TABLE t (n int); DROP TABLE _prisma_migrations' })
  await expect(migrate(url, dir)).rejects.toThrow('Migration 1_first failed')
  expect(await query(url, "SELECT to_regclass('t') AS t")).toEqual([{ t: null }])
})

test("keeps the ledger so that Prisma's own command agrees", async () => {
  const url = await newDatabase()
  await migrate(url, paths.migrations)
  const prisma = ['node_modules/prisma/build/index.js', 'migrate', 'status']
  const env = { ...process.env, DATABASE_URL: url, CHECKPOINT_DISABLE: '1' }
  const { stdout, status } = spawnSync(process.execPath, prisma, { env, encoding: 'utf8' })
  expect(stdout).toContain('Database schema is up to date')
  expect(status).toBe(0)
})

test('gives up in one line that tells the place and no password', async () => {
  const port = await findFreePort()
  const failure = connectPostgres(`postgresql://somebody:hush@127.0.0.1:${port}/chat`, 300)
  await expect(failure).rejects.toThrow(StoreError)
  await expect(failure).rejects.toThrow(
    new RegExp(
      `^PostgreSQL at 127\\.0\\.0\\.1:${port}/chat does not answer \\(.*\\)\\. Start it, or correct DATABASE_URL\\.$`,
    ),
  )
  await expect(failure).rejects.not.toThrow('hush')
})

test('says at once when the password is wrong or the database is missing', async () => {
  const url = new URL(await newDatabase())
  url.password = 'wrong'
  await expect(migrate(url.href, paths.migrations)).rejects.toThrow('the user or the password is wrong')
})

test('waits for a database that is still starting', async () => {
  const dir = newDir()
  const port = await findFreePort()
  const connecting = connectPostgres(`postgresql://nobody:x@127.0.0.1:${port}/x`, 20_000).catch(
    (error) => error,
  )
  const postgres = await startEmbeddedPostgres(dir, { settings: { port: String(port) } })
  onTestFinished(() => postgres.stop())
  // It got through to the server, which does not know this user.
  expect((await connecting).message).toContain('the user or the password is wrong')
})

test('a migration does not hold up those who read, says what it waits for, and goes through later', async () => {
  const url = await newDatabase()
  const dir = newMigrations({ '1_first': 'CREATE TABLE t (n int)' })
  await migrate(url, dir)
  mkdirSync(join(dir, '2_second'))
  writeFileSync(join(dir, '2_second', 'migration.sql'), 'ALTER TABLE t ADD m int')
  const [reader, other] = await Promise.all([connectPostgres(url), connectPostgres(url)])
  onTestFinished(() => other.end())
  await reader.query("SET application_name = 'a report'")
  await reader.query('BEGIN; SELECT * FROM t')
  const said: string[] = []
  const migrating = migrate(url, dir, { say: (line) => said.push(line) })
  await expect.poll(() => said[0]).toMatch(/^Migration 2_second waits for t, .*a report/)
  // Behind a migration that waits without a limit this would wait as long as the report.
  await other.query("SET statement_timeout = '10s'")
  await other.query('SELECT * FROM t')
  await reader.query('COMMIT')
  await reader.end()
  expect(await migrating).toEqual(['2_second'])
})

test('a migration that deadlocks with traffic lets it go first, and goes through later', async () => {
  const url = await newDatabase()
  const dir = newMigrations({ '1_first': 'CREATE TABLE chat (n int); CREATE TABLE message (n int)' })
  await migrate(url, dir)
  mkdirSync(join(dir, '2_second'))
  // Only the deadlock can end its wait, and it is the migration that notices it.
  const sql =
    "SET LOCAL lock_timeout = 0; SET LOCAL deadlock_timeout = '2s'; " +
    'ALTER TABLE chat ADD m int; ALTER TABLE message ADD m int'
  writeFileSync(join(dir, '2_second', 'migration.sql'), sql)
  const [traffic, observer] = await Promise.all([connectPostgres(url), connectPostgres(url)])
  onTestFinished(async () => void (await Promise.all([traffic.end(), observer.end()])))
  await traffic.query("SET deadlock_timeout = '10min'; BEGIN; INSERT INTO message VALUES (1)")
  const migrating = migrate(url, dir)
  const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'message'::regclass AND NOT granted"
  await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(1)
  await traffic.query('INSERT INTO chat VALUES (1); COMMIT')
  expect(await migrating).toEqual(['2_second'])
  const count = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()'
  await expect.poll(async () => (await observer.query(count)).rows).toEqual([{ deadlocks: 1 }])
  expect(await query(url, 'SELECT * FROM chat, message')).toEqual([{ n: 1, m: null }])
})

const INDEX = '-- Found by number.\nCREATE INDEX CONCURRENTLY "t_by_n" ON "t" (n);\n'

/** A database with rows, one transaction that goes on writing, and a migration that makes an index. */
async function openIndexed() {
  const url = await newDatabase()
  const dir = newMigrations({
    '1_first': 'CREATE TABLE t (n int); INSERT INTO t SELECT generate_series(1, 1000)',
  })
  await migrate(url, dir)
  mkdirSync(join(dir, '2_index'))
  writeFileSync(join(dir, '2_index', 'migration.sql'), INDEX)
  const [writer, other] = await Promise.all([connectPostgres(url), connectPostgres(url)])
  onTestFinished(async () => void (await Promise.all([writer.end(), other.end()])))
  await writer.query('BEGIN; INSERT INTO t VALUES (0)')
  const found =
    "SELECT indexrelid AS id, indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('t_by_n')"
  return {
    ...{ url, dir, writer, other },
    /** The index, as soon as somebody makes it. */
    untilBegun: () => expect.poll(async () => (await other.query(found)).rows).toHaveLength(1),
    readIndex: async () => (await other.query(found)).rows[0],
  }
}

test('an index is made while others write, and by one of several processes', async () => {
  const { url, dir, writer, other, untilBegun, readIndex } = await openIndexed()
  const said: string[] = []
  const migrating = [1, 2, 3].map(() => migrate(url, dir, { say: (line) => said.push(line) }))
  await untilBegun()
  const waits = 'Another process is migrating the database; this one is waiting for it.'
  await expect.poll(() => said.filter((line) => line === waits)).toHaveLength(2)
  // Behind a plain CREATE INDEX, this would wait as long as it does.
  await other.query("SET statement_timeout = '10s'")
  await other.query('INSERT INTO t VALUES (-1)')
  await writer.query('COMMIT')
  expect((await Promise.all(migrating)).flat()).toEqual(['2_index'])
  expect(await readIndex()).toMatchObject({ valid: true })
  expect(await migrate(url, dir)).toEqual([])
})

test('an index that takes long to make is reported, and so is the transaction that it waits for', async () => {
  const { url, dir, writer } = await openIndexed()
  const said: string[] = []
  const migrating = migrate(url, dir, { say: (line) => said.push(line) })
  await expect.poll(() => said.join('\n')).toMatch(/^The index "t_by_n" is being built/m)
  expect(said[0]).toMatch(/^Migration 2_index waits for a transaction to end, that of connection \d+ \(/)
  await writer.query('COMMIT')
  expect(await migrating).toEqual(['2_index'])
})

test('what an interrupted migration leaves of its index is replaced by the next start', async () => {
  const { url, dir, writer, other, untilBegun, readIndex } = await openIndexed()
  const interrupted = migrate(url, dir).catch((error: Error) => error.message)
  await untilBegun()
  await other.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index WHERE datname = current_database()',
  )
  expect(await interrupted).toMatch(/^Migration 2_index failed: /)
  const left = await readIndex()
  expect(left).toMatchObject({ valid: false })
  await writer.query('COMMIT')
  expect(await migrate(url, dir)).toEqual(['2_index'])
  expect(await readIndex()).toMatchObject({ valid: true })
  expect(await readIndex()).not.toMatchObject({ id: left.id })
})

test('an index that the server still makes for a process that was killed is waited for', async () => {
  const { url, dir, writer, other, untilBegun, readIndex } = await openIndexed()
  const killed = await connectPostgres(url)
  onTestFinished(() => killed.end())
  const making = killed.query(INDEX)
  await untilBegun()
  const begun = await readIndex()
  const migrating = migrate(url, dir)
  // It holds the turn of migrations.
  const locks =
    "SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
  await expect.poll(async () => (await other.query(locks)).rowCount).toBe(1)
  await writer.query('COMMIT')
  await making
  expect(await migrating).toEqual(['2_index'])
  expect(await readIndex()).toEqual({ id: begun.id, valid: true })
})

test('a user without rights is told what to do, in one line', async () => {
  const url = new URL(await newDatabase())
  const name = `weak_${Math.random().toString(36).slice(2)}`
  await query(url.href, `CREATE ROLE ${name} LOGIN PASSWORD 'pw'`)
  onTestFinished(async () => void (await query(url.href, `DROP OWNED BY ${name}; DROP ROLE ${name}`)))
  const weak = new URL(url)
  weak.username = name
  weak.password = 'pw'
  const dir = newMigrations({ '1_first': 'CREATE TABLE t (n int)' })
  await expect(migrate(weak.href, dir)).rejects.toThrow(
    /^The first migration failed: permission denied .* Make it the owner of the database/,
  )
  await expect(migrateQueues(weak.href)).rejects.toThrow(/^The migration of the queues .* Make it the owner/)
})

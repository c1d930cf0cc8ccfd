import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'bullmq'
import type { Client } from 'pg'
import { connectPostgres } from './connect-postgres.ts'
import { describeMigrationFailure } from './describe-migration-failure.ts'
import { makeIndex, readIndexMigration } from './index-migration.ts'
import { isPooled } from './is-pooled.ts'
import { MigrationTurns } from './migration-turns.ts'
import { StoreError } from './store-error.ts'
import { LOCK_TIMEOUT_MS, type Say, withLockTimeout } from './with-lock-timeout.ts'

/** As Prisma creates it. */
const LEDGER = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

interface Migration {
  name: string
  sql: string
  checksum: string
}

interface Options {
  /** Told what a migration waits for. */
  say?: Say
  /** Told before each migration which one of how many it is. */
  onMigration?: (number: number, all: number) => void
  /** The names of those that are wanted; all by default. */
  only?: ReadonlySet<string>
}

/**
 * Applies the migrations under `dir` (a folder with a migration.sql for each) that the database does not have, and returns
 * their names. Each is a transaction, unless it makes an index while others write (`readIndexMigration`). Maintains
 * Prisma's ledger, so that `prisma migrate` continues from there. Any number of processes may call this at once. While
 * others use a table that a migration changes, it tries again and again instead of holding up everybody else. Throws a
 * {@link StoreError} when the database does not answer, and when a migration fails or was edited after it was applied.
 */
export async function migrate(
  url: string,
  dir: string,
  { say = () => {}, onMigration = () => {}, only }: Options = {},
): Promise<string[]> {
  const migrations = (await readMigrations(dir)).filter(({ name }) => !only || only.has(name))
  const client = await connectPostgres(url)
  try {
    const turns = new MigrationTurns(client, url, say)
    const applied: string[] = []
    const pending = await prepare(turns, migrations)
    for (const [index, migration] of pending.entries()) {
      onMigration(index + 1, pending.length)
      tellWarnings(client, migration, say)
      const wait = { url, name: `Migration ${migration.name}`, say }
      if (await withLockTimeout(client, wait, () => apply(turns, migration, say)))
        applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

/** The migrations under `dir` that the database does not have. Changes nothing. */
export async function findPendingMigrations(url: string, dir: string): Promise<Migration[]> {
  const migrations = await readMigrations(dir)
  const client = await connectPostgres(url)
  try {
    const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NULL AS missing")
    return rows[0]?.missing ? migrations : await findPending(client, migrations)
  } finally {
    await client.end()
  }
}

/** Reports the warnings of a migration (RAISE WARNING). */
function tellWarnings(client: Client, { name }: Migration, say: Say): void {
  client.removeAllListeners('notice').on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') say(`Migration ${name}: ${message}`)
  })
}

async function prepare(turns: MigrationTurns, migrations: Migration[]): Promise<Migration[]> {
  const { client } = turns
  try {
    // CREATE TABLE needs rights, even if the table exists, that are not needed otherwise.
    const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NULL AS missing")
    if (rows[0]?.missing) await turns.transact(() => client.query(LEDGER))
    return await findPending(client, migrations)
  } catch (error) {
    throw describeMigrationFailure('The first migration', error as Error)
  }
}

/** Brings BullMQ's own tables (schema `bullmq`) up to date; for queues that live in PostgreSQL. */
export async function migrateQueues(url: string, { say = () => {} }: Options = {}): Promise<void> {
  const client = await connectPostgres(url)
  const name = 'The migration of the queues'
  try {
    // The connection of a pooler would keep the setting, and others get the connection.
    if (!(await isPooled(url))) await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await withLockTimeout(client, { url, name, say }, async () => {
      await runMigrations(client).catch((error: Error) => {
        throw describeMigrationFailure(name, error)
      })
    })
  } finally {
    await client.end()
  }
}

/** The migrations under `dir`, by name. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const names = folders.map(({ name }) => name).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  const known = new Map(rows.map((row) => [row.name, row]))
  return migrations.filter(({ name, checksum }) => {
    const row = known.get(name)
    if (!row) return true
    if (!row.finished) {
      throw new StoreError(`Migration ${name} failed earlier. Resolve it with: npx prisma migrate resolve`)
    }
    if (row.checksum !== checksum) {
      throw new StoreError(
        `Migration ${name} was edited after it was applied. Restore the text that was applied.`,
      )
    }
    return false
  })
}

/** Resolves with whether it was applied now: another process may have been first. */
async function apply(turns: MigrationTurns, migration: Migration, say: Say): Promise<boolean> {
  const { client } = turns
  const { name, sql } = migration
  const index = readIndexMigration(sql)
  const isPending = async () => (await findPending(client, [migration])).length > 0
  try {
    if (index) {
      return await turns.hold(async () => {
        if (!(await isPending())) return false
        await makeIndex(client, index, say)
        await note(client, migration)
        return true
      })
    }
    return await turns.transact(async () => {
      if (!(await isPending())) return false
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query(sql)
      await note(client, migration)
      return true
    })
  } catch (error) {
    throw describeMigrationFailure(`Migration ${name}`, error as Error)
  }
}

async function note(client: Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  )
}

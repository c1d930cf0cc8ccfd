import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startEmbeddedPostgres } from '../../server/stores/embedded-postgres.ts'
import { migrate, migrateQueues } from '../../server/stores/migrate.ts'
import { readPostmaster } from '../../server/stores/postmaster.ts'

/** A database of a test's own, with all tables and no rows. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Copies the migrated database, which takes some ten milliseconds. */
export async function createDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('postgresUrl'), inject('templateDatabase'))
}

/** A database without a single table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('postgresUrl'))
}

/**
 * The PostgreSQL that the tests share: the one that DATABASE_URL names, else the embedded one in a folder that goes
 * away with it. What a crash would lose is worth nothing here, so it does not wait for the disk.
 */
export async function startTestPostgres() {
  const server = process.env.DATABASE_URL ? borrowed(process.env.DATABASE_URL) : await startOwn()
  const template = await makeDatabase(server.url)
  await migrate(template.url, paths.migrations)
  await migrateQueues(template.url)
  return {
    url: server.url,
    template: databaseOf(template.url),
    async stop() {
      await dropAll(server.url, databaseOf(template.url))
      await server.stop()
    },
  }
}

/** Drops the template and what was copied from it, also by test processes that ended without dropping it. */
async function dropAll(serverUrl: string, template: string): Promise<void> {
  const client = await connectPostgres(serverUrl)
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  } finally {
    await client.end()
  }
}

function borrowed(url: string) {
  return { url, stop: async () => {} }
}

async function startOwn() {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-test-'))
  // PostgreSQL does not run as root: whoever it runs as must get here.
  chmodSync(dir, 0o755)
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '500' }
  const { url, stop } = await startEmbeddedPostgres(dir, { settings })
  const abandon = () => {
    const running = readPostmaster(join(dir, 'postgres'))
    if (running) process.kill(running.pid, 'SIGQUIT')
  }
  // A run that is interrupted does not tear down what it set up.
  process.once('exit', abandon)
  return {
    url,
    async stop() {
      await stop()
      process.off('exit', abandon)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function makeDatabase(serverUrl: string, template?: string): Promise<TestDatabase> {
  const name = `${template ?? 'switchboard_test'}_${randomBytes(8).toString('hex')}`
  // Its files are copied at once: written to the log page by page, it takes five times as long.
  const from = template ? ` TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY` : ''
  await run(serverUrl, `CREATE DATABASE ${name}${from}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function run(url: string, sql: string): Promise<void> {
  const client = await connectPostgres(url)
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

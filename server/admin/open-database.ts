import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../process/env.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../stores/embedded-postgres.ts'
import { StoreError } from '../stores/store-error.ts'

/** The database to work on; `stop` leaves it as it was found. */
export interface AdminDatabase {
  url: string
  stop(): Promise<void>
}

/** DATABASE_URL, else the PostgreSQL that runs under DATA_DIR; if it does not run, it is started until `stop`. */
export async function openDatabase({ database, dataDir }: Env): Promise<AdminDatabase> {
  if (database.url) return { url: database.url, stop: async () => {} }
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new StoreError(
      `There is no database under ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server, or start it once.`,
    )
  }
  const running = findEmbeddedPostgres(dataDir)
  return running ? { url: running, stop: async () => {} } : startPostgres(dataDir)
}

/** It is in a process group of its own: when the command is stopped, nobody else stops it. */
async function startPostgres(dataDir: string): Promise<AdminDatabase> {
  const starting = startEmbeddedPostgres(dataDir)
  let isStopped = false
  const stop = async () => {
    isStopped = true
    await starting.then((postgres) => postgres.stop()).catch(() => {})
    process.exit(1)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop).once('SIGHUP', stop)
  const postgres = await starting
  return isStopped ? new Promise(() => {}) : postgres
}

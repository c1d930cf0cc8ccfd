import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startEmbeddedPostgres } from '../../server/stores/embedded-postgres.ts'
import { readPostmaster } from '../../server/stores/postmaster.ts'
import { startRedis } from '../support/redis.ts'

/** A PostgreSQL that waits for the disk as it does by default, and a Redis. */
export interface Stores {
  redisUrl: string
  postgresPid: number
  /** A database of its own, empty. */
  createDatabase(): Promise<string>
  /** The one that was kept, or a new one to be kept. */
  openDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** What is in PostgreSQL is removed afterwards, unless there is a folder to keep it in. */
export async function startStores(keep?: string): Promise<Stores> {
  const folder = keep === undefined ? makeFolder() : { path: keep, remove() {} }
  const postgres = await startEmbeddedPostgres(folder.path)
  const redis = await startRedis()
  return {
    redisUrl: redis.url,
    postgresPid: readPostmaster(join(folder.path, 'postgres'))?.pid ?? 0,
    createDatabase: () => createDatabase(postgres.url),
    async openDatabase(name) {
      const client = await connectPostgres(postgres.url)
      const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
      await client.end()
      return rows.length > 0 ? new URL(`/${name}`, postgres.url).href : createDatabase(postgres.url, name)
    },
    async stop() {
      await redis.stop()
      await postgres.stop()
      folder.remove()
    },
  }
}

/** Makes an empty database on the server that `url` names, and gives its address. */
export async function createDatabase(
  url: string,
  name = `bench_${randomBytes(6).toString('hex')}`,
): Promise<string> {
  const client = await connectPostgres(url)
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  return new URL(`/${name}`, url).href
}

/** A temporary folder that PostgreSQL can get into, whatever user it runs as. */
export function makeFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'switchboard-bench-'))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

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
  stop(): Promise<void>
}

export async function startStores(): Promise<Stores> {
  const folder = makeFolder()
  const postgres = await startEmbeddedPostgres(folder.path)
  const redis = await startRedis()
  return {
    redisUrl: redis.url,
    postgresPid: readPostmaster(join(folder.path, 'postgres'))?.pid ?? 0,
    createDatabase: () => createDatabase(postgres.url),
    async stop() {
      await redis.stop()
      await postgres.stop()
      folder.remove()
    },
  }
}

/** Makes an empty database on the server that `url` names, and gives its address. */
export async function createDatabase(url: string): Promise<string> {
  const name = `bench_${randomBytes(6).toString('hex')}`
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

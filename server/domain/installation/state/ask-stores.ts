import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../../services.ts'

/** How long a store may take to answer before it counts as unavailable (milliseconds). */
const LIMIT_MS = 2_000
const LATE = Symbol('late')

/** Whether a store answers this process. */
export interface AskedStore {
  store: 'POSTGRESQL' | 'REDIS'
  isUp: boolean
  /** Rounded up; null when it does not answer in time. */
  latencyMs: number | null
  version: string | null
}

/** Asks PostgreSQL, and Redis if there is one, as this process reaches them. */
export function askStores({ pool, redis }: Services): Promise<AskedStore[]> {
  const version = async () => {
    const text = `SELECT current_setting('server_version') AS version`
    const statement = { text, query_timeout: LIMIT_MS }
    const { rows } = await pool.query<{ version: string }>(statement)
    return rows[0]?.version
  }
  const asked = [ask('POSTGRESQL', version)]
  if (redis) asked.push(ask('REDIS', async () => /redis_version:(\S+)/.exec(await redis.info('server'))?.[1]))
  return Promise.all(asked)
}

async function ask(
  store: AskedStore['store'],
  readVersion: () => Promise<string | undefined>,
): Promise<AskedStore> {
  const startedAt = performance.now()
  try {
    const version = await Promise.race([readVersion(), pause(LIMIT_MS, LATE, { ref: false })])
    if (version !== LATE)
      return {
        store,
        isUp: true,
        latencyMs: Math.ceil(performance.now() - startedAt),
        version: version ?? null,
      }
  } catch {
    // It refuses, or there is no connection.
  }
  return { store, isUp: false, latencyMs: null, version: null }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

const PATIENCE_MS = 2_000
const PAUSE_MS = 20
/** The primary answers for a replica that is further behind (database/create-reads.ts). */
const LATE_MS = 250

/** Whether DATABASE_READ_URL names a replica of the database, and how far it is behind. */
export const checkReplica: Check = async ({ env, databaseUrl }) => {
  const { readUrl } = env.database
  if (!readUrl) return skipped('There is no DATABASE_READ_URL: one database answers everything.')
  const primary = await connectPostgres(await databaseUrl(), PATIENCE_MS)
  try {
    const { rows } = await primary.query<{ position: string }>(
      'SELECT pg_current_wal_lsn()::text AS position',
    )
    return await examine(readUrl, rows[0]?.position ?? '0/0')
  } finally {
    await primary.end()
  }
}

async function examine(url: string, position: string): Promise<ReturnType<typeof ok>> {
  let replica: Client
  try {
    replica = await connectPostgres(url, PATIENCE_MS)
  } catch {
    return warning(
      'The replica at DATABASE_READ_URL does not answer.',
      'Start it, or unset DATABASE_READ_URL. Until then, the primary answers everything.',
    )
  }
  try {
    const { rows } = await replica.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')
    if (!rows[0]?.is) {
      return failed(
        'DATABASE_READ_URL names a server that is not a replica.',
        'Set it to a streaming replica of DATABASE_URL, or unset it.',
      )
    }
    const behindMs = await waitFor(replica, position)
    const advice = 'Check the replication. Until it is faster, the primary answers everything.'
    if (behindMs === null) return warning(`The replica is more than ${PATIENCE_MS / 1000} s behind.`, advice)
    const found = `The replica is ${Math.round(behindMs)} ms behind.`
    return behindMs > LATE_MS ? warning(found, advice) : ok(found)
  } finally {
    await replica.end()
  }
}

/** After how long the replica has everything up to this position; null if that takes too long. */
async function waitFor(replica: Client, position: string): Promise<number | null> {
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await replica.query<{ has: boolean | null }>(
      'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS has',
      [position],
    )
    const passed = performance.now() - startedAt
    if (rows[0]?.has) return passed
    if (passed > PATIENCE_MS) return null
    await pause(PAUSE_MS)
  }
}

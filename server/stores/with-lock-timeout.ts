import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { isBlocked } from '../database/errors.ts'
import { connectPostgres } from './connect-postgres.ts'
import { StoreError } from './store-error.ts'

/** Prints one line for the person who runs the server. */
export type Say = (line: string) => void

/**
 * While a migration waits for a table, everybody who asks for it later waits too, even to read: for this long at most.
 * Then they can use it, until the migration tries again.
 */
export const LOCK_TIMEOUT_MS = 1_000
const PAUSE_MS = 1_000
/** A start that has not got its locks by then is better repeated when there is less load. */
const PATIENCE_MS = 10 * 60_000
/** A shorter wait is not reported. */
const SAY_AFTER_MS = 500

interface Migration {
  url: string
  /** The name of what waits, for the log. */
  name: string
  say: Say
}

/**
 * Runs a piece of work that sets `lock_timeout` to {@link LOCK_TIMEOUT_MS} and rolls back automatically, again and again until it gets its locks: not in time, or in an
 * order in which it and a transaction of the traffic waited for each other (a deadlock, which PostgreSQL ends by
 * rolling one of them back), it lets go of all it has.
 */
export async function withLockTimeout<Result>(
  client: Client,
  { url, name, say }: Migration,
  run: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const timer = setTimeout(() => void tellWait(client, url, name, say), SAY_AFTER_MS)
    try {
      return await run()
    } catch (error) {
      if (!isBlocked(error)) throw error
      if (Date.now() > deadline) {
        throw new StoreError(`${name} waited too long for a lock. Nothing was changed; start again.`)
      }
    } finally {
      clearTimeout(timer)
    }
    await pause(PAUSE_MS)
  }
}

/**
 * Asks over a separate connection: that of the migration is blocked. The statements of the others are not shown: they
 * contain data.
 */
async function tellWait(client: Client, url: string, name: string, say: Say): Promise<void> {
  const { processID } = client as Client & { processID: number }
  try {
    const other = await connectPostgres(url)
    try {
      const { rows } = await other.query<{ relation: string | null; blockers: string }>(WHO_BLOCKS, [
        processID,
      ])
      const [row] = rows
      if (!row) return
      if (row.relation === null) say(`${name} waits for a transaction to end, that of ${row.blockers}.`)
      else say(`${name} waits for ${row.relation}, which is in use by ${row.blockers}. It tries again.`)
    } finally {
      await other.end()
    }
  } catch {
    // It is reported at the next attempt.
  }
}

const WHO_BLOCKS = `
  SELECT waits.relation::regclass::text AS relation,
         string_agg(format('connection %s (%s, for %s s)', a.pid, coalesce(nullif(a.application_name, ''), a.state),
           round(extract(epoch FROM clock_timestamp() - coalesce(a.xact_start, a.backend_start)))), ', ') AS blockers
  FROM pg_locks waits, unnest(pg_blocking_pids(waits.pid)) AS blocker
  JOIN pg_stat_activity a ON a.pid = blocker
  WHERE waits.pid = $1 AND NOT waits.granted
  GROUP BY 1`

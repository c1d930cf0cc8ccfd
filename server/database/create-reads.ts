import { setTimeout as pause } from 'node:timers/promises'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import type { Pool } from './client.ts'
import { isConflict } from './errors.ts'
import { queryDirect } from './query-direct.ts'
import { connectionAway } from './store-away.ts'

/** How long a read waits for the replica to answer, and to catch up with the primary; then the primary answers. */
const PATIENCE_MS = 250
const PAUSE_MS = 5
/** For how long a replica that cannot be used is not asked again. */
const REST_MS = 5_000

interface Options {
  pool: Pool
  /** Null: there is none. */
  replica: Pool | null
  log: Logger
}

/**
 * Where searches, lists of the past and exports are read. With a replica, each statement is answered by it once it has
 * everything that the primary had stored when the statement was sent, so that everyone sees what they wrote; a replica
 * that is too far behind, away, or in the way of the replication is not waited for: the primary answers.
 */
export function createReads({ pool, replica, log }: Options): Pool {
  if (!replica) return pool
  let restsUntil = 0
  const rest = (error: unknown) => {
    restsUntil = Date.now() + REST_MS
    log.warn({ store: 'replica', reason: describeError(error).reason }, 'the primary answers in its place')
  }
  const query = async (statement: { text: string }) => {
    if (Date.now() < restsUntil) return pool.query(statement)
    try {
      if (await isFresh(pool, replica)) return await replica.query(statement)
    } catch (error) {
      if (!isConflict(error) && !connectionAway(error)) throw error
      rest(error)
    }
    return pool.query(statement)
  }
  // Statements only need this much of a pool.
  return { query, preparesStatements: replica.preparesStatements } as unknown as Pool
}

async function isFresh(pool: Pool, replica: Pool): Promise<boolean> {
  const [primary] = await queryDirect<{ position: string }>(pool, {
    text: 'SELECT pg_current_wal_lsn()::text AS position',
    values: [],
  })
  const deadline = Date.now() + PATIENCE_MS
  do {
    const { rows } = await inTime(
      replica.query<{ fresh: boolean | null }>(
        'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS fresh',
        [primary?.position],
      ),
    )
    if (rows[0]?.fresh) return true
    await pause(PAUSE_MS)
  } while (Date.now() < deadline)
  return false
}

/** One that has vanished does not even refuse a connection. */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = pause(PATIENCE_MS, undefined, { ref: false }).then((): never => {
    throw new Error('The replica does not answer.')
  })
  return Promise.race([answer, late])
}

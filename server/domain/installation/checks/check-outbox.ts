import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { type Check, ok, warning } from './finding.ts'

const PATIENCE_MS = 2_000
/** The sweep finds work that was lost within seconds. */
const OVERDUE_S = 120

/** Whether workers deliver: how long ago the next attempt of something was due. */
export const checkOutbox: Check = async ({ databaseUrl }) => {
  const client = await connectPostgres(await databaseUrl(), PATIENCE_MS)
  try {
    const { rows } = await client.query<{ pending: number; overdue: number | null }>(
      `SELECT count(*)::int AS pending, extract(epoch FROM now() - min("nextAttemptAt"))::float8 AS overdue FROM (
         SELECT DISTINCT ON (lane) "nextAttemptAt" FROM "OutboxItem"
         WHERE state = 'PENDING' ORDER BY lane, position LIMIT 10000
       ) AS head`,
    )
    const { pending = 0, overdue = null } = rows[0] ?? {}
    if (pending === 0) return ok('Nothing waits to be delivered.')
    const found = `${pending === 10_000 ? 'Ten thousand or more' : pending} lanes have something to deliver`
    if ((overdue ?? 0) < OVERDUE_S) return ok(`${found}; none is overdue.`)
    return warning(
      `${found}, the longest overdue for ${Math.round((overdue ?? 0) / 60)} minutes.`,
      'Look whether a worker runs (ROLE=worker or all), and start more of them.',
    )
  } finally {
    await client.end()
  }
}

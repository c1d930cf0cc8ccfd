import type { Client } from 'pg'
import { connectPostgres } from './connect-postgres.ts'

/**
 * Transactions are numbered by each PostgreSQL server for itself. After a dump was restored into another one, events may
 * have numbers that it has not reached yet; they are put before all others, or replays would send them for ever.
 */
export async function alignEventLog(url: string): Promise<void> {
  const client = await connectPostgres(url)
  try {
    if (await isAhead(client)) await client.query(`UPDATE "Event" SET txid = 0 WHERE txid >= ${NEXT}`)
  } finally {
    await client.end()
  }
}

/** Every committed event of this server has a lower number. */
const NEXT = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

async function isAhead(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM (SELECT txid FROM "Event" ORDER BY id DESC LIMIT 1) newest WHERE txid >= ${NEXT}`,
  )
  return rowCount === 1
}

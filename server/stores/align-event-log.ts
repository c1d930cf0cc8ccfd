import type { Client } from 'pg'
import { connectPostgres } from './connect-postgres.ts'

/**
 * Transactions are numbered by each PostgreSQL server for itself. After a dump was restored into another one, events may
 * carry numbers that are still to come there; they are put before everything, or replays would tell them for ever.
 */
export async function alignEventLog(url: string): Promise<void> {
  const client = await connectPostgres(url)
  try {
    if (await isAhead(client)) await client.query(`UPDATE "Event" SET txid = 0 WHERE txid >= ${NEXT}`)
  } finally {
    await client.end()
  }
}

/** What no committed event of this server can carry. */
const NEXT = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

async function isAhead(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM (SELECT txid FROM "Event" ORDER BY id DESC LIMIT 1) newest WHERE txid >= ${NEXT}`,
  )
  return rowCount === 1
}

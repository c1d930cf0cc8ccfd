import type { PoolClient } from 'pg'

/** How many rows and index entries of a table the transaction that runs has read so far. */
export async function tuplesRead(client: Pick<PoolClient, 'query'>, table: string): Promise<number> {
  const { rows } = await client.query<{ read: number }>(
    `SELECT (pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int AS read
     FROM pg_class WHERE oid = $1::regclass OR oid IN
       (SELECT indexrelid FROM pg_index WHERE indrelid = $1::regclass)`,
    [`"${table}"`],
  )
  return rows.reduce((sum, row) => sum + row.read, 0)
}

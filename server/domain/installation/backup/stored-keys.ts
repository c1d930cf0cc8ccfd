import type { Client } from 'pg'

/** The columns that name files of the store. */
const KEY_COLUMNS = [
  { table: 'File', column: 'key' },
  { table: 'File', column: 'thumbKey' },
  { table: 'VisitorPhoto', column: 'key' },
]

/** A query of every file that rows name, `key`; of those columns that the database has, which may be older than the code. */
export async function storedKeysSql(client: Client): Promise<string> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = current_schema()`,
  )
  const isThere = (wanted: { table: string; column: string }) =>
    rows.some(({ table, column }) => table === wanted.table && column === wanted.column)
  return KEY_COLUMNS.filter(isThere)
    .map(({ table, column }) => `SELECT "${column}" AS key FROM "${table}" WHERE "${column}" IS NOT NULL`)
    .join(' UNION ALL ')
}

/** How many of these keys rows name at this moment. */
export async function countNamedKeys(client: Client, keys: string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(DISTINCT key)::int AS count FROM (${await storedKeysSql(client)}) named WHERE key = ANY($1)`,
    [keys],
  )
  return rows[0]?.count ?? 0
}

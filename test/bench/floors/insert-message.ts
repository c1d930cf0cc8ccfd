import pg from 'pg'

/** The server's own default. */
const POOL = 20

/** One row for each message, with one prepared INSERT; the table is made when it is not there. */
export async function createInsert(
  databaseUrl: string,
): Promise<(visitor: string, text: string) => Promise<string>> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL })
  await pool.query(
    `CREATE TABLE IF NOT EXISTS floor_message (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      visitor text NOT NULL, text text NOT NULL, "createdAt" timestamptz NOT NULL DEFAULT now())`,
  )
  return async (visitor, text) => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'insert',
      text: 'INSERT INTO floor_message (visitor, text) VALUES ($1, $2) RETURNING id',
      values: [visitor, text],
    })
    return rows[0]?.id ?? ''
  }
}

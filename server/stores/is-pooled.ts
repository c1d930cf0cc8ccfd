import type { Client } from 'pg'
import { connectPostgres } from './connect-postgres.ts'

/**
 * Whether a connection pooler such as PgBouncer answers for PostgreSQL: it tells its clients another process number than
 * that of the server's process, which changes with each transaction.
 */
export async function isPooled(url: string): Promise<boolean> {
  const client = (await connectPostgres(url)) as Client & { processID: number }
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return rows[0]?.pid !== client.processID
  } finally {
    await client.end()
  }
}

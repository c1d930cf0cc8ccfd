import { connectPostgres } from './connect-postgres.ts'
import { StoreError } from './store-error.ts'

/** The oldest major version that the migrations and the queues run on. */
const OLDEST = 14

/** Throws a {@link StoreError} when the server is too old, or a replica that takes no writes. */
export async function checkPostgres(url: string): Promise<void> {
  const client = await connectPostgres(url)
  try {
    const { rows } = await client.query<{ version: number; name: string; replica: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
              pg_is_in_recovery() AS replica`,
    )
    const [server] = rows
    if (!server) return
    if (server.version < OLDEST * 10_000) {
      throw new StoreError(
        `PostgreSQL ${server.name} is too old (DATABASE_URL): ${OLDEST} or later is needed.`,
      )
    }
    if (server.replica) {
      throw new StoreError('DATABASE_URL names a replica, which takes no writes. Set it to the primary.')
    }
  } finally {
    await client.end()
  }
}

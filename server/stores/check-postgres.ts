import { describeSkew, measureSkew } from './clock-skew.ts'
import { connectPostgres } from './connect-postgres.ts'
import { StoreError } from './store-error.ts'
import { isRestoreUnfinishedSql } from './unfinished-restore.ts'

/** The oldest major version that the migrations and the queues run on. */
const OLDEST = 14

/**
 * Throws a {@link StoreError} when the server is too old, or a replica that takes no writes, or when only a part of a
 * backup is in the database. Returns what is not as it should be, in a line each.
 */
export async function checkPostgres(url: string): Promise<string[]> {
  const client = await connectPostgres(url)
  try {
    const { rows } = await client.query<{
      version: number
      name: string
      replica: boolean
      partial: boolean
    }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
              pg_is_in_recovery() AS replica, ${isRestoreUnfinishedSql} AS partial`,
    )
    const [server] = rows
    if (!server) return []
    if (server.version < OLDEST * 10_000) {
      throw new StoreError(
        `PostgreSQL ${server.name} is too old (DATABASE_URL): ${OLDEST} or later is needed.`,
      )
    }
    if (server.replica) {
      throw new StoreError('DATABASE_URL names a replica, which takes no writes. Set it to the primary.')
    }
    if (server.partial) {
      throw new StoreError(
        'A restore into this database has not finished. Wait until it has; if it was interrupted, restore the backup again, into a new database or DATA_DIR.',
      )
    }
    const skew = describeSkew(await measureSkew(client))
    return skew
      ? [`${skew} Synchronize both with NTP: processes whose clocks differ disagree about who is online.`]
      : []
  } finally {
    await client.end()
  }
}

import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { sqlStateOf } from '../../../database/errors.ts'
import { StoreError } from '../../../stores/store-error.ts'

const PREFIX = 'switchboard_verify_'

/**
 * Creates a database that a backup is tried in, and drops those that killed processes have left. Returns its name. Throws a
 * {@link StoreError} when the user may not create one.
 */
export async function createTrialDatabase(client: Client): Promise<string> {
  for (const name of await findAbandoned(client)) {
    // Not when another process has dropped it, or somebody has just connected to it.
    await client.query(`DROP DATABASE ${client.escapeIdentifier(name)}`).catch(() => {})
  }
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const name = `${PREFIX}${rows[0]?.pid}_${randomBytes(6).toString('hex')}`
  await client.query(`CREATE DATABASE ${name}`).catch(refuse)
  return name
}

/** Their names contain the process number of the connection that created them, which stays open until it drops them. */
async function findAbandoned(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT d.datname AS name FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba
     WHERE r.rolname = current_user AND d.datname ~ $1 AND NOT EXISTS (
       SELECT FROM pg_stat_activity a WHERE a.datid = d.oid OR a.pid::text = split_part(d.datname, '_', 3))`,
    [`^${PREFIX}\\d+_[0-9a-f]+$`],
  )
  return rows.map(({ name }) => name)
}

const MAY_NOT = '42501'

function refuse(error: unknown): never {
  if (sqlStateOf(error) !== MAY_NOT) throw error
  throw new StoreError(
    'The user of DATABASE_URL may not create the database that the backup would be restored into as a test. Allow it (ALTER ROLE … CREATEDB), or set DATABASE_URL to another server.',
  )
}

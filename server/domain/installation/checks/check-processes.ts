import type { Client } from 'pg'
import { paths } from '../../../paths.ts'
import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { type ConnectedProcess, lastMigration, readProcessName } from '../../../stores/process-name.ts'
import { SILENT_S } from '../state/find-processes.ts'
import { type Check, failed, ok, warning } from './finding.ts'

const PATIENCE_MS = 2_000

/**
 * Those that say so, and those whose connections have a name: an earlier version may only have the one, and behind a pooler a
 * connection has the name of whoever used it last.
 */
async function findRunning(client: Client): Promise<ConnectedProcess[]> {
  const { rows } = await client.query<ConnectedProcess>(
    `SELECT version, build AS migration, role FROM "RunningProcess"
     WHERE "seenAt" > now() - make_interval(secs => $1)`,
    [SILENT_S],
  )
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name <> ''`,
  )
  return [...rows, ...names.flatMap(({ name }) => readProcessName(name) ?? [])]
}

/** Which processes are connected to the database: whether one delivers, and whether some are left from another version. */
export const checkProcesses: Check = async ({ databaseUrl }) => {
  const client = await connectPostgres(await databaseUrl(), PATIENCE_MS)
  try {
    const running = await findRunning(client)
    const current = lastMigration(paths.migrations)
    const others = running.filter(({ migration }) => migration !== current)
    if (!running.some(({ role }) => role !== 'web')) {
      return failed(
        'No worker is connected to the database: nothing is delivered.',
        'Start one (ROLE=worker, or ROLE=all).',
      )
    }
    if (others.length === 0) return ok('All processes that are connected are of this version.')
    const named = [...new Set(others.map(({ version, role }) => `${role} (${version})`))].join(', ')
    return warning(
      `Processes of another version are connected: ${named}.`,
      'That is meant only for the duration of an upgrade: stop them, and start this version.',
    )
  } finally {
    await client.end()
  }
}

import type { Client } from 'pg'
import { paths } from '../../../paths.ts'
import { checkPostgres } from '../../../stores/check-postgres.ts'
import { describeSkew, measureSkew } from '../../../stores/clock-skew.ts'
import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { isPooled } from '../../../stores/is-pooled.ts'
import { findPendingMigrations } from '../../../stores/migrate.ts'
import { type Check, type Finding, failed, ok, warning } from './finding.ts'

const PATIENCE_MS = 2_000
/** A message takes a few round trips. */
const SLOW_MS = 5
const EXTENSIONS = ['pg_trgm', 'btree_gin']

/** PostgreSQL: whether it answers and how fast, its version, settings and extensions. */
export const checkDatabase: Check = async ({ env, databaseUrl }) => {
  const url = await databaseUrl()
  await checkPostgres(url)
  const client = await connectPostgres(url, PATIENCE_MS)
  try {
    const state = await readState(client)
    const roundTripMs = await measure(client)
    const pooled = await isPooled(url)
    const found = `PostgreSQL ${state.version}${pooled ? ' behind a pooler' : ''} answers in ${roundTripMs.toFixed(1)} ms.`
    const missing = await findMissing(url, state.extensions)
    const problems: Finding[] = []
    if (state.fsync === 'off' || state.commit === 'off') {
      problems.push(
        failed(
          'It confirms writes that are not on the disk yet.',
          'Turn fsync and synchronous_commit on: a crash loses messages that were accepted.',
        ),
      )
    }
    if (missing.length > 0) {
      problems.push(
        warning(
          `It lacks ${missing.join(' and ')}, so that searches read all data of an account.`,
          'See "Several processes" in docs/operations.md.',
        ),
      )
    }
    if (!pooled && state.connections < env.database.pool + 10) {
      problems.push(
        warning(
          `It takes ${state.connections} connections.`,
          'Raise max_connections, or lower DATABASE_POOL: each process uses up to DATABASE_POOL.',
        ),
      )
    }
    if (roundTripMs > SLOW_MS) {
      problems.push(
        warning(
          'That is slow.',
          'Run Switchboard near its database: every message takes several round trips.',
        ),
      )
    }
    return combine(found, problems)
  } finally {
    await client.end()
  }
}

/** Whether the clocks of this machine and of the database agree: both decide when something expires. */
export const checkClock: Check = async ({ databaseUrl }) => {
  const client = await connectPostgres(await databaseUrl(), PATIENCE_MS)
  try {
    const aheadMs = await measureSkew(client)
    const problem = describeSkew(aheadMs)
    if (problem) return failed(problem, 'Synchronize both with NTP.')
    return ok(`The clocks of this machine and of the database agree within ${Math.abs(aheadMs)} ms.`)
  } finally {
    await client.end()
  }
}

async function readState(client: Client) {
  const { rows } = await client.query<{
    version: string
    fsync: string
    commit: string
    connections: number
    extensions: string[]
  }>(
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS commit, current_setting('max_connections')::int AS connections,
       ARRAY(SELECT extname::text FROM pg_extension) AS extensions`,
  )
  return rows[0] as (typeof rows)[0]
}

/** The extensions that the database lacks and that no pending migration creates. */
async function findMissing(url: string, extensions: string[]): Promise<string[]> {
  const missing = EXTENSIONS.filter((name) => !extensions.includes(name))
  if (missing.length === 0) return []
  // Why it fails is what the line about migrations says.
  const pending = await findPendingMigrations(url, paths.migrations).catch(() => [])
  return missing.filter((name) => !pending.some(({ sql }) => sql.includes(`IF NOT EXISTS ${name};`)))
}

async function measure(client: Client): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 9; n++) {
    const started = performance.now()
    await client.query('SELECT 1')
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[4] ?? 0
}

/** One finding, as bad as the worst of the problems. */
function combine(found: string, problems: Finding[]): Finding {
  if (problems.length === 0) return ok(found)
  const state = problems.some((each) => each.state === 'failed') ? 'failed' : 'warning'
  const text = (part: 'found' | 'advice') => problems.map((each) => each[part]).join(' ')
  return { state, found: `${found} ${text('found')}`, advice: text('advice') }
}

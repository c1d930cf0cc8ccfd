import { paths } from '../../../paths.ts'
import { findPendingMigrations } from '../../../stores/migrate.ts'
import { type Check, ok, warning } from './finding.ts'

/** Whether the database has every migration of this version. */
export const checkMigrations: Check = async ({ databaseUrl }) => {
  const pending = await findPendingMigrations(await databaseUrl(), paths.migrations)
  if (pending.length === 0) return ok('The database has all migrations of this version.')
  return warning(
    `Pending migrations: ${pending.length}, from ${pending[0]?.name} on.`,
    'Start this version of Switchboard: it applies them.',
  )
}

import type { Client } from 'pg'
import { readMigrations } from '../../../stores/migrate.ts'
import { StoreError } from '../../../stores/store-error.ts'
import type { Manifest } from './manifest.ts'

/** Throws a {@link StoreError} when this version cannot restore the backup: it has no migrations of newer ones. */
export async function requireKnownMigrations({ migrations, version }: Manifest, dir: string): Promise<void> {
  const known = new Map((await readMigrations(dir)).map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.find(({ name }) => !known.has(name))
  if (unknown) {
    throw new StoreError(
      `The backup was made by Switchboard ${version} and has the migration ${unknown.name}, which is newer than this version. Restore it with the version that made it, or a later one.`,
    )
  }
  const edited = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (edited) {
    throw new StoreError(
      `Migration ${edited.name} of the backup differs from the one of this version. Restore it with the version that made it.`,
    )
  }
}

/**
 * Throws a {@link StoreError} when the database has a table or a type already, whoever owns it: the migrations would
 * collide with it.
 */
export async function requireEmpty(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') LIMIT 1`,
  )
  if (rowCount === 0) return
  throw new StoreError(
    'The database is not empty, and a restore never changes one that is in use. Create a new one, and set DATABASE_URL to it.',
  )
}

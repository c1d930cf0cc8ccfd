import { readMigrations } from '../../server/stores/migrate.ts'
import { compareCatalogs } from './compare-catalogs.ts'
import { findHolds } from './find-holds.ts'
import { readCatalog } from './read-catalog.ts'
import { readStorage } from './read-storage.ts'

/**
 * Applies the migrations under `dir` to an empty database in memory, and returns for each what it takes away from the
 * build before it, which goes on running on the migrated database while this one starts, and for how much of its work
 * that build would have to wait.
 */
export async function examineMigrations(dir: string): Promise<Map<string, string[]>> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { btree_gin } = await import('@electric-sql/pglite/contrib/btree_gin')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const db = await PGlite.create({ extensions: { btree_gin, pg_trgm } })
  const look = async () => ({ catalog: await readCatalog(db), storage: await readStorage(db) })
  try {
    const found = new Map<string, string[]>()
    let before = await look()
    for (const migration of await readMigrations(dir)) {
      await db.exec(migration.sql)
      const after = await look()
      const problems = [
        ...compareCatalogs(before.catalog, after.catalog),
        ...findHolds(migration, before.storage, after.storage),
      ]
      if (problems.length > 0) found.set(migration.name, problems.sort())
      before = after
    }
    return found
  } finally {
    await db.close()
  }
}

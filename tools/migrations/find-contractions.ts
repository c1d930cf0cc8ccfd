import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareCatalogs } from './compare-catalogs.ts'
import { readCatalog } from './read-catalog.ts'

/**
 * Applies the migrations under `dir` to an empty database in memory, and returns for each what it takes away from the
 * build before it, which goes on running on the migrated database while this one starts.
 */
export async function findContractions(dir: string): Promise<Map<string, string[]>> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { btree_gin } = await import('@electric-sql/pglite/contrib/btree_gin')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const db = await PGlite.create({ extensions: { btree_gin, pg_trgm } })
  try {
    const contractions = new Map<string, string[]>()
    let before = await readCatalog(db)
    for (const name of namesIn(dir)) {
      await db.exec(readFileSync(join(dir, name, 'migration.sql'), 'utf8'))
      const after = await readCatalog(db)
      const problems = compareCatalogs(before, after)
      if (problems.length > 0) contractions.set(name, problems.sort())
      before = after
    }
    return contractions
  } finally {
    await db.close()
  }
}

function namesIn(dir: string): string[] {
  const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => name).sort()
}

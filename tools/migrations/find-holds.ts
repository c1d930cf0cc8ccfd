import { readIndexMigration } from '../../server/stores/index-migration.ts'
import type { Storage } from './read-storage.ts'
import { SMALL_TABLES } from './small-tables.ts'

/** Those before it were written without this check, and do not change any more. */
const FIRST_CHECKED = '20270123'

/**
 * What this migration does with all rows of a large table while nobody can write to it: a line for each index that is not
 * made `CONCURRENTLY`, each condition that is checked at once, and each table that is written anew.
 */
export function findHolds(
  { name, sql }: { name: string; sql: string },
  before: Storage,
  after: Storage,
): string[] {
  if (name < FIRST_CHECKED) return []
  const names = [...before.tables.values()].map((table) => table.name)
  const large = new Set(names.filter((table) => !SMALL_TABLES.has(table)))
  const rewritten = [...before.tables].filter(
    ([id, table]) => large.has(table.name) && (after.tables.get(id) ?? table).file !== table.file,
  )
  const indexed = readIndexMigration(sql) ? [] : newOf(before.indexes, after.indexes)
  const checked = newOf(before.rules, after.rules).filter(({ isValid }) => isValid)
  return [
    ...rewritten.map(([, table]) => `table ${table.name} is written anew while it is locked`),
    ...indexed
      .filter(({ table }) => large.has(table))
      .map((part) => `index ${part.name} is made while ${part.table} is locked`),
    ...checked
      .filter(({ table }) => large.has(table))
      .map((part) => `${part.name} is checked while ${part.table} is locked`),
  ]
}

function newOf<Each>(before: Map<number, Each>, after: Map<number, Each>): Each[] {
  return [...after].flatMap(([id, each]) => (before.has(id) ? [] : [each]))
}

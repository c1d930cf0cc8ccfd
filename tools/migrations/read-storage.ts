import type { PGlite } from '@electric-sql/pglite'

/** Something of a table. */
interface Part {
  table: string
  name: string
}

/** What is made of the rows of the tables, by numbers that stay the same when a name changes. */
export interface Storage {
  /** The file of each table: it has another one when its rows were written anew. */
  tables: Map<number, { name: string; file: number }>
  indexes: Map<number, Part>
  /** The conditions on the rows of a table. `isValid`: all of them were looked at. */
  rules: Map<number, Part & { isValid: boolean }>
}

export async function readStorage(db: PGlite): Promise<Storage> {
  const { rows: tables } = await db.query<{ id: number; name: string; file: number }>(TABLES)
  const { rows: indexes } = await db.query<Part & { id: number }>(INDEXES)
  const { rows: rules } = await db.query<Part & { id: number; isValid: boolean }>(RULES)
  return { tables: byId(tables), indexes: byId(indexes), rules: byId(rules) }
}

function byId<Row extends { id: number }>(rows: Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

const TABLES = `
  SELECT oid AS id, relname AS name, relfilenode AS file FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`

const INDEXES = `
  SELECT i.indexrelid AS id, t.relname AS table, x.relname AS name
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
  WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'`

const RULES = `
  SELECT r.oid AS id, t.relname AS table, r.conname AS name, r.convalidated AS "isValid"
  FROM pg_constraint r JOIN pg_class t ON t.oid = r.conrelid
  WHERE t.relnamespace = 'public'::regnamespace AND r.contype IN ('c', 'f')`

import type { PGlite } from '@electric-sql/pglite'

export interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  /** It can be left out of an INSERT. */
  isOptional: boolean
  isGenerated: boolean
}

/** A unique index, a foreign key, or another condition on the rows of a table. */
export interface Rule {
  table: string
  definition: string
  columns: string[]
  isUnique: boolean
}

/** What a program can rely on in a database, by name. */
export interface Catalog {
  columns: Map<string, Column>
  rules: Map<string, Rule>
  /** Tables, views, sequences, functions, triggers and the values of enums. */
  others: Set<string>
}

export async function readCatalog(db: PGlite): Promise<Catalog> {
  const { rows: columns } = await db.query<Column>(COLUMNS)
  const { rows: rules } = await db.query<Rule>(RULES)
  const { rows: others } = await db.query<{ name: string }>(OTHERS)
  return {
    columns: new Map(columns.map((column) => [`${column.table}.${column.name}`, column])),
    rules: new Map(rules.map((rule) => [`${rule.table}: ${rule.definition}`, rule])),
    others: new Set(others.map(({ name }) => name)),
  }
}

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS "isNullable", NOT a.attnotnull OR a.atthasdef OR a.attidentity <> '' AS "isOptional",
         a.attgenerated <> '' AS "isGenerated"
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0
    AND NOT a.attisdropped`

/**
 * Names are left out of the definitions: a program does not know them. NOT NULL is told with the columns. What is written
 * is refused also by a rule that earlier rows may break (NOT VALID).
 */
const RULES = `
  SELECT t.relname AS table, true AS "isUnique",
         regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE UNIQUE INDEX .* USING', 'UNIQUE') AS definition,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = t.oid AND attnum = ANY (i.indkey)) AS columns
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
  WHERE t.relnamespace = 'public'::regnamespace AND i.indisunique
  UNION ALL
  SELECT t.relname, false, regexp_replace(pg_get_constraintdef(r.oid), ' NOT VALID$', ''),
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = t.oid AND attnum = ANY (r.conkey))
  FROM pg_constraint r JOIN pg_class t ON t.oid = r.conrelid
  WHERE t.relnamespace = 'public'::regnamespace AND r.contype IN ('c', 'f', 'x')`

const OTHERS = `
  SELECT CASE relkind WHEN 'S' THEN 'sequence ' WHEN 'r' THEN 'table ' ELSE 'view ' END || relname AS name
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure FROM pg_proc p
  WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
  UNION ALL
  SELECT 'trigger ' || c.relname || '.' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal
  UNION ALL
  SELECT 'value ' || t.typname || '.' || e.enumlabel FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid`

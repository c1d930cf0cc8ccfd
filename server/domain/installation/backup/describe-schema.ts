import type { Client } from 'pg'

/** A table with what a backup has of it. Partitions are part of their table. */
export interface TableShape {
  name: string
  /** In their order, without those that the database computes. */
  columns: string[]
}

/** What migrations note in the database. It is not data: a restore runs the migrations. */
export const LEDGER = '_prisma_migrations'

const OURS = 'current_schema()::regnamespace'

/** All tables of the schema, by name. */
export async function findTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = ${OURS} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> $1
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY 1 ORDER BY 1`,
    [LEDGER],
  )
  return rows
}

/** Where each sequence is. Sequences are in no snapshot: read after it, they are never behind the rows. */
export async function findSequences(
  client: Client,
): Promise<{ name: string; value: string; isCalled: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = ${OURS} AND c.relkind = 'S' ORDER BY 1`,
  )
  const sequences = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${client.escapeIdentifier(name)}`,
    )
    for (const { value, isCalled } of found) sequences.push({ name, value, isCalled })
  }
  return sequences
}

/** Something that slows loading down or refuses half-loaded data, with the statements to remove and to make it. */
export interface Hindrance {
  remove: string
  make: string
}

/** Foreign keys and the indexes of no constraint. Made again when all rows are there, they check or index these at once. */
export async function findHindrances(client: Client): Promise<Hindrance[]> {
  const { rows } = await client.query<Hindrance>(
    `SELECT 1 AS turn, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
     FROM pg_constraint WHERE connamespace = ${OURS} AND contype = 'f' AND conparentid = 0
     UNION ALL
     SELECT 2, format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     WHERE c.relnamespace = ${OURS} AND c.relkind = 'r' AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f')
     ORDER BY turn`,
  )
  // Foreign keys first: they may stand on an index. Made in reverse order, the indexes are there again before them.
  return rows
}

import { Prisma } from '../generated/prisma/client.ts'

/**
 * Columns by name, for a statement that inserts whole rows. With `*` instead, a statement would set a column that a
 * newer version of the schema has to NULL, where it should get its default.
 */
export function columnList(names: Iterable<string>, alias?: string): Prisma.Sql {
  const of = alias ? `${alias}.` : ''
  return Prisma.raw([...names].map((name) => `${of}"${name}"`).join(', '))
}

/** Columns with their types in PostgreSQL. */
export type ColumnTypes<Column extends string> = Readonly<Record<Column, string>>

/** The list of a SELECT that makes one row of the columns; `value` gives what is in each. */
export function selectedColumns<Column extends string>(
  types: ColumnTypes<Column>,
  value: (column: Column) => unknown,
): Prisma.Sql {
  const selected = columnsOf(types).map(
    (column) => Prisma.sql`${value(column)}::${Prisma.raw(`${types[column]} AS "${column}"`)}`,
  )
  return Prisma.join(selected, ', ')
}

/** The columns as the definition list of a function that makes rows of JSON. */
export function definedColumns<Column extends string>(types: ColumnTypes<Column>): Prisma.Sql {
  return Prisma.raw(
    columnsOf(types)
      .map((column) => `"${column}" ${types[column]}`)
      .join(', '),
  )
}

function columnsOf<Column extends string>(types: ColumnTypes<Column>): Column[] {
  return Object.keys(types) as Column[]
}

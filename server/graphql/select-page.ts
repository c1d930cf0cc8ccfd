import { Prisma } from '../generated/prisma/client.ts'
import { selectAll, type Table } from './read-per-parent.ts'

/** The rows of a connection, in an order without ties. */
export interface Pages {
  table: Table
  /** Which rows; begins with the columns of an index, so that a page reads no more than itself. */
  where: Prisma.Sql
  /** Which row a cursor may name; `where` unless given. */
  cursorWhere?: Prisma.Sql
  /** Columns that are unique together. */
  order: readonly [string, ...string[]]
  direction: 'asc' | 'desc'
}

/** A page as Pothos asks for it; a negative `take` counts from the end, and what comes after the cursor is before it. */
export interface PageQuery {
  take: number
  cursor?: { id?: string }
}

/** The statement that reads one page; the rows of one that counts from the end are in the opposite order. */
export function selectPage(
  { table, where, cursorWhere = where, order, direction }: Pages,
  { take, cursor }: PageQuery,
): Prisma.Sql {
  const ascending = (direction === 'asc') !== countsFromEnd({ take })
  const columns = Prisma.raw(order.map((column) => `"${table}"."${column}"`).join(', '))
  const sorted = Prisma.raw(
    order.map((column) => `"${table}"."${column}" ${ascending ? 'ASC' : 'DESC'}`).join(', '),
  )
  const from = Prisma.raw(`"${table}"`)
  const beyond = Prisma.raw(ascending ? '>' : '<')
  const start = cursor?.id
    ? Prisma.sql`AND (${columns}) ${beyond} (SELECT ${columns} FROM ${from} WHERE ${cursorWhere} AND "id" = ${cursor.id}::uuid)`
    : Prisma.empty
  return Prisma.sql`${selectAll(table)} WHERE ${where} ${start} ORDER BY ${sorted} LIMIT ${Math.abs(take)}`
}

/** The rows of a page in the connection's order. */
export function inOrder<Row>(rows: Row[], page: PageQuery): Row[] {
  return countsFromEnd(page) ? rows.toReversed() : rows
}

function countsFromEnd({ take }: PageQuery): boolean {
  return take < 0
}

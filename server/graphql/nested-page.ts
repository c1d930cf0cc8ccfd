import { Prisma } from '../generated/prisma/client.ts'
import type { GraphQLContext } from './context.ts'
import { selectAll, type Table } from './read-per-parent.ts'

/** The rows that belong to a parent, in an order without ties. */
interface Pages {
  table: Table
  /** Which of them belong to `parent.id`. Starts with the columns of an index, so that only the page itself is read. */
  where: Prisma.Sql
  /** Columns that are unique together. */
  order: readonly [string, ...string[]]
  direction: 'asc' | 'desc'
}

/** A page as Pothos asks for it; a negative `take` counts from the end, and what comes after the cursor is before it. */
interface PageQuery {
  take: number
  cursor?: { id?: string }
}

/**
 * One page of a connection that belongs to a parent, in the order of the connection. The same page for all parents of
 * a list is one statement with a limit for each parent; Prisma would read all rows and cut the list afterwards.
 */
export function nestedPage<Row extends object>(
  { loaders }: GraphQLContext,
  parentId: string,
  { table, where, order, direction }: Pages,
  { take, cursor }: PageQuery,
): Promise<Row[]> {
  const backward = take < 0
  const ascending = (direction === 'asc') !== backward
  const columns = Prisma.raw(order.map((column) => `"${table}"."${column}"`).join(', '))
  const sorted = Prisma.raw(
    order.map((column) => `"${table}"."${column}" ${ascending ? 'ASC' : 'DESC'}`).join(', '),
  )
  const from = Prisma.raw(`"${table}"`)
  const beyond = Prisma.raw(ascending ? '>' : '<')
  const start = cursor?.id
    ? Prisma.sql`AND (${columns}) ${beyond} (SELECT ${columns} FROM ${from} WHERE ${where} AND "id" = ${cursor.id}::uuid)`
    : Prisma.empty
  const rows = Prisma.sql`${selectAll(table)} WHERE ${where} ${start} ORDER BY ${sorted} LIMIT ${Math.abs(take)}`
  return loaders
    .perParent(rows)
    .load(parentId)
    .then((page) => (backward ? (page as Row[]).toReversed() : (page as Row[])))
}

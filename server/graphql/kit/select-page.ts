import { selectAll, type Table } from '../../database/select-all.ts'
import { Prisma } from '../../generated/prisma/client.ts'

type OrderColumn = string | Prisma.Sql

/** The rows of a connection, in an order without ties. */
export interface Pages {
  table: Table
  /** Which rows; begins with the columns of an index, so that a page reads no more than itself. */
  where: Prisma.Sql
  /** Which row a cursor may name; `where` unless given. */
  cursorWhere?: Prisma.Sql
  /** Columns that are unique together, or expressions of them. None is null in these rows. */
  order: readonly [OrderColumn, ...OrderColumn[]]
  /** Columns that have the same values in these rows, and an index; `order` unless given. */
  indexed?: readonly OrderColumn[] | undefined
  direction: 'asc' | 'desc'
}

/** A page as Pothos asks for it; a negative `take` counts from the end, and what comes after the cursor is before it. */
export interface PageQuery {
  take: number
  cursor?: { id?: string }
}

/** The statement that reads one page; the rows of one that counts from the end are in the opposite order. */
export function selectPage(pages: Pages, page: PageQuery): Prisma.Sql {
  const { table, where, cursorWhere = where, order, indexed = order, direction } = pages
  const { take, cursor } = page
  const from = Prisma.raw(`"${table}"`)
  const beyond = Prisma.raw(isAscending(direction, page) ? '>' : '<')
  const start = cursor?.id
    ? Prisma.sql`AND (${columnsOf(table, indexed)}) ${beyond} (SELECT ${columnsOf(table, order)} FROM ${from} WHERE ${cursorWhere} AND "id" = ${cursor.id}::uuid)`
    : Prisma.empty
  return Prisma.sql`${selectAll(table)} WHERE ${where} ${start}
    ORDER BY ${sorted(pages, indexed, page)} LIMIT ${Math.abs(take)}`
}

/**
 * The same of several parts of a list, of which each has an index in the order of the list and all together have none.
 */
export function selectPageOfParts(parts: readonly Pages[], page: PageQuery): Prisma.Sql {
  const [first] = parts as [Pages, ...Pages[]]
  const statements = parts.map((part) => Prisma.sql`(${selectPage(part, page)})`)
  const from = Prisma.raw(`"${first.table}"`)
  return Prisma.sql`SELECT * FROM (${Prisma.join(statements, ' UNION ALL ')}) AS ${from}
    ORDER BY ${sorted(first, first.order, page)} LIMIT ${Math.abs(page.take)}`
}

/** The rows of a table with these ids, in their order. The caller must have checked that the viewer may see them. */
export function selectRows(table: Table, ids: readonly string[]): Prisma.Sql {
  const id = Prisma.raw(`"${table}".id`)
  return Prisma.sql`${selectAll(table)} JOIN unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS wanted(id, place)
    ON ${id} = wanted.id ORDER BY wanted.place`
}

/** The page as the archive's searches know it. */
export function recordPage(page: PageQuery) {
  return { limit: Math.abs(page.take), oldestFirst: countsFromEnd(page), afterId: page.cursor?.id }
}

function sorted({ table, direction }: Pages, names: readonly OrderColumn[], page: PageQuery): Prisma.Sql {
  return columnsOf(table, names, isAscending(direction, page) ? ' ASC' : ' DESC')
}

function columnsOf(table: Table, names: readonly OrderColumn[], suffix = ''): Prisma.Sql {
  const columns = names.map((name) => (typeof name === 'string' ? Prisma.raw(`"${table}"."${name}"`) : name))
  return Prisma.join(
    columns.map((column) => Prisma.sql`${column}${Prisma.raw(suffix)}`),
    ', ',
  )
}

function isAscending(direction: Pages['direction'], page: PageQuery): boolean {
  return (direction === 'asc') !== countsFromEnd(page)
}

/** The rows of a page in the connection's order. */
export function inOrder<Row>(rows: Row[], page: PageQuery): Row[] {
  return countsFromEnd(page) ? rows.toReversed() : rows
}

function countsFromEnd({ take }: PageQuery): boolean {
  return take < 0
}

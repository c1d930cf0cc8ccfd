import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { refuseCursor } from './check-page.ts'
import { type GraphQLContext, viewerOf } from './context.ts'
import type { PageQuery } from './select-page.ts'

/** The rows that a cursor of a list may name. */
interface CursorRows {
  table: Prisma.ModelName
  where: Prisma.Sql
  /** The column with the id that cursors of the list contain; `id` unless given. */
  column?: string
}

/**
 * Throws `invalid_cursor` with the argument when a page is empty because its cursor names none of these rows: it is of
 * another list, or its row was deleted. Only an empty page after a cursor costs another statement.
 */
export async function checkCursor(
  found: readonly unknown[],
  { take, cursor }: PageQuery,
  { table, where, column = 'id' }: CursorRows,
  read: (statement: Prisma.Sql) => Promise<object[]>,
): Promise<void> {
  if (found.length > 0 || !cursor?.id) return
  const statement = Prisma.sql`
    SELECT ${Prisma.raw(`"${column}"`)} FROM ${Prisma.raw(`"${table}"`)}
    WHERE ${where} AND ${Prisma.raw(`"${column}"`)} = ${cursor.id}::uuid`
  if ((await read(statement)).length === 0) refuseCursor(take < 0 ? 'before' : 'after')
}

/** What was found for a page of a list of the account, by default, or of the given rows. Throws `invalid_cursor`. */
export async function listPage<Found>(
  context: GraphQLContext,
  page: PageQuery,
  { where, ...rows }: Omit<CursorRows, 'where'> & Partial<CursorRows>,
  found: Promise<Found[]>,
): Promise<Found[]> {
  const ofAccount = Prisma.sql`"accountId" = ${viewerOf(context).accountId}::uuid`
  const { pool } = context.services
  await checkCursor(await found, page, { ...rows, where: where ?? ofAccount }, (statement) =>
    queryDirect(pool, statement),
  )
  return found
}

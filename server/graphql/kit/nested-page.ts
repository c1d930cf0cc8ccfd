import type { Prisma } from '../../generated/prisma/client.ts'
import { checkCursor } from './check-cursor.ts'
import type { GraphQLContext } from './context.ts'
import { inOrder, type PageQuery, type Pages, selectPage } from './select-page.ts'

/**
 * One page of a connection that belongs to a parent, which `where` names `parent.id`, in the connection's order. The
 * same pages of all parents of a list are one statement with a limit for each: Prisma would read everything that
 * belongs to them and cut it then. Throws `invalid_cursor` for a cursor that is of another parent, or of a row that was
 * deleted.
 */
export async function nestedPage<Row extends object>(
  { loaders }: GraphQLContext,
  parentId: string,
  pages: Pages,
  page: PageQuery,
): Promise<Row[]> {
  const read = (statement: Prisma.Sql) => loaders.perParent(statement).load(parentId)
  const rows = await read(selectPage(pages, page))
  const { table, where, cursorWhere = where } = pages
  await checkCursor(rows, page, { table, where: cursorWhere }, read)
  return inOrder(rows as Row[], page)
}

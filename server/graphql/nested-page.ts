import type { GraphQLContext } from './context.ts'
import { inOrder, type PageQuery, type Pages, selectPage } from './select-page.ts'

/**
 * One page of a connection that belongs to a parent, which `where` names `parent.id`, in the connection's order. The
 * same pages of all parents of a list are one statement with a limit for each: Prisma would read everything that
 * belongs to them and cut it then.
 */
export function nestedPage<Row extends object>(
  { loaders }: GraphQLContext,
  parentId: string,
  pages: Pages,
  page: PageQuery,
): Promise<Row[]> {
  return loaders
    .perParent(selectPage(pages, page))
    .load(parentId)
    .then((rows) => inOrder(rows as Row[], page))
}

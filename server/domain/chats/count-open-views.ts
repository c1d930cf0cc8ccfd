import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reachedBy } from '../viewer.ts'
import { type ChatFilter, chatsMatching, type FilterContext } from './chat-filter.ts'

interface OpenViews extends FilterContext {
  /** What each view shows. */
  filters: readonly ChatFilter[]
}

/**
 * How many open chats each of these views shows, in their order: one statement that looks at every open chat once,
 * however many views there are.
 */
export async function countOpenViews(
  { pool }: Services,
  { filters, ...context }: OpenViews,
): Promise<number[]> {
  if (filters.length === 0) return []
  const counts = filters.map(
    (filter) => Prisma.sql`count(*) FILTER (WHERE ${chatsMatching(filter, context)})::int`,
  )
  const statement = Prisma.sql`
    SELECT ARRAY[${Prisma.join(counts)}] AS counts FROM "Chat"
    WHERE ${reachedBy(context.viewer)} AND status <> 'CLOSED'`
  const [row] = await queryDirect<{ counts: number[] }>(pool, statement, { replan: true })
  return row?.counts ?? []
}

import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { type ChatFilter, chatsMatching, onSiteFor } from './chat-filter.ts'

interface OpenViews {
  viewer: Viewer
  /** What each view shows. */
  filters: readonly ChatFilter[]
}

/**
 * How many open chats each of these views shows, in their order: one statement that looks at every open chat once,
 * however many views there are.
 */
export async function countOpenViews(
  { pool, visitorPresence }: Services,
  { viewer, filters }: OpenViews,
): Promise<number[]> {
  if (filters.length === 0) return []
  const onSite = await onSiteFor(filters, () => visitorPresence.present(viewer.accountId))
  const counts = filters.map(
    (filter) => Prisma.sql`count(*) FILTER (WHERE ${chatsMatching(filter, { viewer, onSite })})::int`,
  )
  const statement = Prisma.sql`
    SELECT ARRAY[${Prisma.join(counts)}] AS counts FROM "Chat"
    WHERE ${reachedBy(viewer)} AND status <> 'CLOSED'`
  const [row] = await queryDirect<{ counts: number[] }>(pool, statement, { replan: true })
  return row?.counts ?? []
}

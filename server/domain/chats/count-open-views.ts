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
 * How many open chats each of these views shows, in their order: one statement, however many views there are. Each count is
 * a query of its own within it: conditions of an aggregate would be evaluated chat by chat, not joined.
 */
export async function countOpenViews(
  { pool, visitorPresence }: Services,
  { viewer, filters }: OpenViews,
): Promise<number[]> {
  if (filters.length === 0) return []
  const onSite = await onSiteFor(filters, () => visitorPresence.present(viewer.accountId))
  const open = Prisma.sql`${reachedBy(viewer)} AND "Chat".status <> 'CLOSED'`
  const counts = filters.map((filter) => {
    const shown = chatsMatching(filter, { viewer, onSite })
    return Prisma.sql`(SELECT count(*)::int FROM "Chat" WHERE ${open} AND ${shown})`
  })
  const statement = Prisma.sql`SELECT ARRAY[${Prisma.join(counts)}] AS counts`
  const [row] = await queryDirect<{ counts: number[] }>(pool, statement, { replan: true })
  return row?.counts ?? []
}

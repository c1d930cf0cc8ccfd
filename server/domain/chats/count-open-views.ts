import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { type ChatFilter, chatsMatching } from './chat-filter.ts'
import { findOnSite } from './find-on-site.ts'

interface OpenViews {
  viewer: Viewer
  /** What each view shows. */
  filters: readonly ChatFilter[]
}

/** The statuses of open chats. */
const OPEN = ['BOT', 'QUEUED', 'ACTIVE'] as const

/** What the conditions of filters look at (`chat-filter.ts`): whole rows would need more memory than a statement has. */
const FILTERED = Prisma.raw(
  [
    ...['id', 'status', 'channelId', 'departmentId', 'visitorId', 'tagIds', 'rating', 'queuedAt'],
    ...['unansweredSince', 'snoozedAt', 'createdAt', 'closedAt', 'lastActivityAt'],
  ]
    .map((column) => `"${column}"`)
    .join(', '),
)

/**
 * How many open chats each of these views shows, in their order: one statement, however many views there are, which reads
 * the open chats once. Each count is a query of its own within it: conditions of an aggregate would be evaluated chat by
 * chat, not joined.
 */
export async function countOpenViews(services: Services, { viewer, filters }: OpenViews): Promise<number[]> {
  if (filters.length === 0) return []
  const visitorOnSite = filters.some(({ visitorOnSite }) => typeof visitorOnSite === 'boolean') || null
  const onSite = await findOnSite(services, { viewer, filters: [{ visitorOnSite, status: OPEN }] })
  const open = Prisma.sql`${reachedBy(viewer)} AND "Chat".status <> 'CLOSED'`
  const counts = filters.map((filter) => {
    const shown = chatsMatching(filter, { viewer, onSite })
    return Prisma.sql`(SELECT count(*)::int FROM open AS "Chat" WHERE ${shown})`
  })
  const statement = Prisma.sql`
    WITH open AS MATERIALIZED (SELECT ${FILTERED} FROM "Chat" WHERE ${open})
    SELECT ARRAY[${Prisma.join(counts)}] AS counts`
  const [row] = await queryDirect<{ counts: number[] }>(services.pool, statement, { replan: true })
  return row?.counts ?? []
}

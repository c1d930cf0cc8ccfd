import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { SiteVisitor } from '../../presence/visitor-store.ts'
import type { Services } from '../../services.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { findWebsiteIds } from '../visits/find-website-ids.ts'
import type { ChatFilter } from './chat-filter.ts'

interface FindOnSite {
  viewer: Viewer
  /** The chats match all of these. */
  filters: readonly (ChatFilter | null | undefined)[]
}

/**
 * The visitors of these chats who are on a website now, where one of the filters asks about it. Few chats are open, so
 * their visitors are looked up; only for closed ones, everybody who is on a website is read.
 */
export async function findOnSite(
  services: Services,
  { viewer, filters }: FindOnSite,
): Promise<ReadonlySet<string> | undefined> {
  if (!filters.some(asksForSite)) return undefined
  const { pool, visitorPresence } = services
  if (filters.every((filter) => filter?.status?.includes('CLOSED') ?? true))
    return visitorPresence.all(await findWebsiteIds(services, viewer))
  const withOpenChats = await queryDirect<SiteVisitor>(
    pool,
    Prisma.sql`SELECT DISTINCT "channelId", "visitorId" FROM "Chat"
      WHERE ${reachedBy(viewer)} AND "Chat".status <> 'CLOSED'`,
    { replan: true },
  )
  return visitorPresence.areThere(withOpenChats)
}

function asksForSite(filter: ChatFilter | null | undefined): boolean {
  return filter?.visitorOnSite !== null && filter?.visitorOnSite !== undefined
}

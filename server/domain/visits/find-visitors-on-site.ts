import type { Visitor } from '../../generated/prisma/client.ts'
import type { PresentVisitor } from '../../presence/visitor-store.ts'
import type { Services } from '../../services.ts'
import { type Viewer, within } from '../viewer.ts'
import { findWebsiteIds } from './find-website-ids.ts'

interface FindVisitorsOnSite {
  viewer: Viewer
  limit: number
  /** The visitor that the page begins after, who may have left. */
  afterId?: string | undefined
  /** By default, the latest visit comes first. */
  oldestFirst?: boolean
}

/**
 * One page of the visitors who are on the websites that the viewer sees, in the order of their visits. Null when there is
 * no visit of the visitor that it should begin after.
 */
export async function findVisitorsOnSite(
  services: Services,
  { viewer, limit, afterId, oldestFirst = false }: FindVisitorsOnSite,
): Promise<Visitor[] | null> {
  let after = afterId ? await findPlace(services, viewer, afterId) : undefined
  if (after === null) return null
  const channelIds = await findWebsiteIds(services, viewer)
  const visitors: Visitor[] = []
  while (visitors.length < limit) {
    const wanted = limit - visitors.length
    const there: PresentVisitor[] = await services.visitorPresence.page({
      ...{ channelIds, limit: wanted, after, oldestFirst },
    })
    visitors.push(...(await readVisitors(services, viewer, there)))
    after = there.at(-1)
    if (there.length < wanted || !after) break
  }
  return visitors
}

type Place = Pick<PresentVisitor, 'visitorId' | 'startedAt'>

/** Where a visitor is on the pages, or would be. */
async function findPlace(
  { db, visitorPresence }: Services,
  viewer: Viewer,
  visitorId: string,
): Promise<Place | null> {
  const visit = await db.visit.findFirst({ where: { visitorId, accountId: viewer.accountId } })
  if (!visit) return null
  const startedAt = (await visitorPresence.startOf(visit)) ?? visit.startedAt.getTime()
  return { visitorId, startedAt }
}

/** The rows in the same order, without those who were merged or erased a moment ago. */
async function readVisitors(
  { db }: Services,
  viewer: Viewer,
  there: readonly PresentVisitor[],
): Promise<Visitor[]> {
  const ids = there.map(({ visitorId }) => visitorId)
  const rows = await db.visitor.findMany({
    where: { id: { in: ids }, mergedIntoId: null, ...within(viewer) },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

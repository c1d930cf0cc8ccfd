import { transient } from '../../events/live-event.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { requireSurvivor } from '../visitors/lock-survivor.ts'
import { type Page, readPage, type Step, TRAIL_LENGTH, utmOf } from './page.ts'

/** After this time without a page, a new visit begins. */
const PAUSE_MS = 30 * 60_000

interface MoveVisit {
  visitor: VisitorPrincipal
  page: Page
  /** Given when the page was loaded, and not when it changed its address without a page load. */
  arrival?: { address: string; userAgent: string | null; language: string | null }
  now?: Date
}

/**
 * Stores the page of a visitor as the next step of their visit, and shows it to operators. After half an hour without
 * a page a new visit begins.
 */
export async function moveVisit(
  services: Services,
  { visitor, page, arrival, now = new Date() }: MoveVisit,
): Promise<void> {
  const { db, geo, announcer, visitorPresence } = services
  const { accountId, channelId } = visitor
  const { url, title, referrer } = readPage(page)
  const found = arrival && { ...arrival, geo: (await geo.find(arrival.address)) ?? Prisma.DbNull }
  const utm = utmOf(url)
  const begun = { startedAt: now, referrer, utm: utm ?? Prisma.DbNull, pages: 1 }
  const { visitorId, isNew } = await db.$transaction(async (tx) => {
    // Locked, so that two tabs that are opened at the same time report one page after the other.
    const { id: visitorId, pageUrl } = await requireSurvivor(tx, visitor)
    const before = await tx.visit.findUnique({ where: { visitorId } })
    const isNew = !before || now.getTime() - before.lastSeenAt.getTime() > PAUSE_MS
    const trail = isNew ? [] : (before.trail as Step[])
    const last = trail.at(-1)
    // A page that is loaded again, or that gets its title, is the same step.
    const earlier = last?.url === url ? trail.slice(0, -1) : trail
    const step: Step = { url, title, at: last?.url === url ? last.at : now.toISOString() }
    const data = {
      title,
      trail: [...earlier, step].slice(-TRAIL_LENGTH),
      lastSeenAt: now,
      ...found,
    }
    await tx.visit.upsert({
      where: { visitorId },
      create: { visitorId, accountId, channelId, ...data, ...begun, visits: 1 },
      update: {
        ...data,
        ...(isNew
          ? { ...begun, visits: { increment: 1 } }
          : { pages: { increment: last?.url === url ? 0 : 1 }, ...(utm && { utm }) }),
      },
    })
    if (pageUrl !== url) await tx.visitor.update({ where: { id: visitorId }, data: { pageUrl: url } })
    return { visitorId, isNew }
  })
  if (isNew) await visitorPresence.restart({ channelId, visitorId }, now)
  announcer.tell(transient('VISIT_CHANGED', { accountId, channelId, subjectId: visitorId }))
}

import type { Db, Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import type { Principal } from '../domain/principal.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { eventsOf } from './audience-of.ts'
import { translateEarlierKinds } from './earlier-kinds.ts'
import { type EventFilter, mayPass } from './filter.ts'
import type { LoggedEvent } from './kinds.ts'
import {
  oldestBehind,
  type PageRest,
  type Place,
  type Position,
  type PositionRow,
  positionColumns,
  positionOf,
} from './position.ts'
import { withoutGone } from './without-gone.ts'

interface EventsBehind {
  principal: Principal
  place: Place
  filter: EventFilter
  limit: number
}

/** The principal's events after the place, in the order of their ids; null when there are more than `limit`. */
export async function readEventsBehind(
  db: Db,
  { principal, place, filter, limit }: EventsBehind,
): Promise<LoggedEvent[] | null> {
  const { xmax, open } = place.position
  const events = await db.event.findMany({
    where: {
      // The lower bound alone would do, except for transactions between it and `xmax` whose events were already sent.
      txid: { gte: oldestOf(place) },
      OR: [{ txid: { gte: xmax } }, { txid: { in: open } }],
      AND: [eventsOf(principal), mayPass(filter), ...(place.rest ? [notSent(place.rest)] : [])],
    },
    // This is the order of the indexes. By id alone, the planner may read the whole log.
    orderBy: [{ txid: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  })
  if (events.length > limit) return null
  const inOrder = events.sort((a, b) => Number(a.id - b.id))
  return withoutGone(db, await translateEarlierKinds(db, inOrder))
}

/** The oldest transaction that can have events after the place. */
function oldestOf({ position, rest }: Place): bigint {
  const oldest = oldestBehind(position)
  if (!rest) return oldest
  const oldestOfRest = rest.txid < oldestBehind(rest.until) ? rest.txid : oldestBehind(rest.until)
  return oldest > oldestOfRest ? oldest : oldestOfRest
}

/** The events of the page that were not sent yet, and all those after the page. */
function notSent({ until, txid, id, replayed }: PageRest): Prisma.EventWhereInput {
  const isAfter = { OR: [{ txid: { gt: txid } }, { txid, id: { gt: id } }] }
  return {
    OR: [
      { txid: { gte: until.xmax } },
      { txid: { in: until.open } },
      { AND: [isAfter, { id: { gt: replayed } }] },
    ],
  }
}

/** The ids of these accounts' events after the position, and the position after them. */
export async function readIdsBehind(
  pool: Pool,
  accountIds: string[],
  position: Position,
): Promise<{ ids: bigint[]; position: Position }> {
  const rows = await queryDirect<PositionRow & { ids: string[] }>(
    pool,
    Prisma.sql`
    SELECT ${positionColumns}, ARRAY(
      SELECT id::text FROM "Event"
      WHERE "accountId" = ANY(${accountIds}::uuid[]) AND ${isBehind(position)}
    ) AS ids`,
  )
  const row = rows[0] as PositionRow & { ids: string[] }
  return { ids: row.ids.map(BigInt), position: positionOf(row) }
}

/** The visitors of these accounts who have events after the position. */
export function readVisitorsBehind(
  pool: Pool,
  accountIds: string[],
  position: Position,
): Promise<{ accountId: string; visitorId: string }[]> {
  if (accountIds.length === 0) return Promise.resolve([])
  return queryDirect(
    pool,
    Prisma.sql`
    SELECT DISTINCT "accountId", "visitorId" FROM "Event"
    WHERE "accountId" = ANY(${accountIds}::uuid[]) AND ${isBehind(position)} AND "visitorId" IS NOT NULL`,
  )
}

function isBehind(position: Position): Prisma.Sql {
  const { xmax, open } = position
  return Prisma.sql`txid >= ${oldestBehind(position)} AND (txid >= ${xmax} OR txid = ANY(${open}::bigint[]))`
}

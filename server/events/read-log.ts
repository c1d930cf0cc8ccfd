import type { Db, Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import type { Principal } from '../domain/principal.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { eventsOf } from './audience-of.ts'
import { readEventRows } from './event-rows.ts'
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
import { translateKinds } from './translate-kinds.ts'
import { withoutGone } from './without-gone.ts'

interface EventsBehind {
  principal: Principal
  place: Place
  filter: EventFilter
  limit: number
}

/** The principal's events after the place, in the order of their ids; null when there are more than `limit`. */
export async function readEventsBehind(
  { db, pool }: { db: Db; pool: Pool },
  { principal, place, filter, limit }: EventsBehind,
): Promise<LoggedEvent[] | null> {
  const { position, rest } = place
  // The order is that of the indexes. By id alone, the planner may read the whole log.
  const rows = await readEventRows(
    pool,
    Prisma.sql`"Event"
      WHERE ${eventsOf(principal)} AND ${isBehind(position, oldestOf(place))} AND ${mayPass(filter)}
        AND ${rest ? notSent(rest) : Prisma.sql`true`}
      ORDER BY txid, id LIMIT ${limit + 1}`,
  )
  if (rows.length > limit) return null
  const inOrder = rows.sort((a, b) => Number(a.id - b.id))
  return withoutGone(db, await translateKinds(db, inOrder))
}

/** The oldest transaction that can have events after the place. */
function oldestOf({ position, rest }: Place): bigint {
  const oldest = oldestBehind(position)
  if (!rest) return oldest
  const oldestOfRest = rest.txid < oldestBehind(rest.until) ? rest.txid : oldestBehind(rest.until)
  return oldest > oldestOfRest ? oldest : oldestOfRest
}

/** The events of the page that were not sent yet, and all those after the page. */
function notSent({ until, txid, id, replayed }: PageRest): Prisma.Sql {
  return Prisma.sql`(txid >= ${until.xmax} OR txid = ANY(${until.open}::bigint[])
    OR ((txid, id) > (${txid}, ${id}) AND id > ${replayed}))`
}

/** Up to where the log was read. */
export interface LogEnd {
  position: Position
  /** The highest id in it; null when that is unknown. */
  lastId: bigint | null
}

/**
 * The ids of these accounts' events after the end that was read last, and the end after them. A PostgreSQL that takes
 * over from another one, or that crashed, can give new transactions the numbers of earlier ones that came to nothing.
 * By number, their events are before the position; by id, they are not. Those are searched for in the index of ids:
 * in that of the account, they would be as many as the account has.
 */
export async function readIdsBehind(
  pool: Pool,
  accountIds: string[],
  { position, lastId }: LogEnd,
): Promise<LogEnd & { ids: bigint[] }> {
  const rows = await queryDirect<PositionRow & { ids: string[]; lastId: string }>(
    pool,
    Prisma.sql`
    WITH latest AS MATERIALIZED (SELECT id, "accountId" FROM "Event" WHERE id > ${lastId}::bigint)
    SELECT ${positionColumns}, (SELECT coalesce(max(id), 0) FROM "Event")::text AS "lastId", ARRAY(
      SELECT id::text FROM "Event"
      WHERE "accountId" = ANY(${accountIds}::uuid[]) AND ${isBehind(position, oldestBehind(position))}
      UNION
      SELECT id::text FROM latest WHERE "accountId" = ANY(${accountIds}::uuid[])
    ) AS ids`,
  )
  const row = rows[0] as PositionRow & { ids: string[]; lastId: string }
  return { ids: row.ids.map(BigInt), position: positionOf(row), lastId: BigInt(row.lastId) }
}

/** The visitors of these accounts whom these events are about. */
export function readVisitorsOf(
  pool: Pool,
  accountIds: string[],
  ids: bigint[],
): Promise<{ accountId: string; visitorId: string }[]> {
  if (accountIds.length === 0) return Promise.resolve([])
  return queryDirect(
    pool,
    Prisma.sql`
    SELECT DISTINCT "accountId", "visitorId" FROM "Event"
    WHERE id = ANY(${ids}::bigint[]) AND "accountId" = ANY(${accountIds}::uuid[]) AND "visitorId" IS NOT NULL`,
  )
}

/** The lower bound alone would do, except for transactions between it and `xmax` whose events were already sent. */
function isBehind({ xmax, open }: Position, oldest: bigint): Prisma.Sql {
  return Prisma.sql`txid >= ${oldest} AND (txid >= ${xmax} OR txid = ANY(${open}::bigint[]))`
}

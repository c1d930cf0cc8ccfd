import type { Db, Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { translateEarlierKinds } from './earlier-kinds.ts'
import { type EventFilter, mayPass } from './filter.ts'
import type { LoggedEvent } from './kinds.ts'
import { oldestBehind, type Position, type PositionRow, positionColumns, positionOf } from './position.ts'

interface EventsBehind {
  accountId: string
  position: Position
  /** Null: all channels. */
  channelIds: readonly string[] | null
  filter: EventFilter
  limit: number
}

/** The account's events after the position, in the order of their ids; null when there are more than `limit`. */
export async function readEventsBehind(
  db: Db,
  { accountId, position, channelIds, filter, limit }: EventsBehind,
): Promise<LoggedEvent[] | null> {
  const { xmax, open } = position
  const events = await db.event.findMany({
    where: {
      accountId,
      ...mayPass(filter),
      // The lower bound alone would do, except for transactions between it and `xmax` whose events were already sent.
      txid: { gte: oldestBehind(position) },
      OR: [{ txid: { gte: xmax } }, { txid: { in: open } }],
      ...(channelIds && { AND: { OR: [{ channelId: null }, { channelId: { in: [...channelIds] } }] } }),
    },
    // This is the order of the index. By id alone, the planner may read the whole log.
    orderBy: [{ txid: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  })
  if (events.length > limit) return null
  return translateEarlierKinds(
    db,
    events.sort((a, b) => Number(a.id - b.id)),
  )
}

/** The ids of these accounts' events after the position, and the position after them. */
export async function readIdsBehind(
  pool: Pool,
  accountIds: string[],
  position: Position,
): Promise<{ ids: bigint[]; position: Position }> {
  const { xmax, open } = position
  const rows = await queryDirect<PositionRow & { ids: string[] }>(
    pool,
    Prisma.sql`
    SELECT ${positionColumns}, ARRAY(
      SELECT id::text FROM "Event"
      WHERE "accountId" = ANY(${accountIds}::uuid[]) AND txid >= ${oldestBehind(position)}
        AND (txid >= ${xmax} OR txid = ANY(${open}::bigint[]))
    ) AS ids`,
  )
  const row = rows[0] as PositionRow & { ids: string[] }
  return { ids: row.ids.map(BigInt), position: positionOf(row) }
}

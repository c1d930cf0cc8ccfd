import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** One thing that must leave, as its lane looks at it. */
export interface LaneItem {
  id: string
  attempts: number
  /** When the first attempt began; the schedule counts from here. */
  startedAt: Date | null
  nextAttemptAt: Date
  /** While a worker makes an attempt; after this time another may take over. */
  claimedUntil: Date | null
}

/** Where the items of a kind of lanes stand: in rows with the columns of `LaneItem`, `state` and `position`. */
export interface LaneTable {
  table: 'Delivery' | 'BotEvent'
  /** The column with the lane's id. */
  lane: 'lane' | 'chatId'
}

/** By name, not `*`: a prepared statement fails when a newer process has added a column. */
const columns = {
  Delivery: listed(Prisma.DeliveryScalarFieldEnum),
  BotEvent: listed(Prisma.BotEventScalarFieldEnum),
}

/** The lane's oldest pending item. */
export async function findHead<Item extends LaneItem>(
  pool: Pool,
  { table, lane }: LaneTable,
  laneId: string,
): Promise<Item | null> {
  const rows = await queryDirect<Item>(
    pool,
    Prisma.sql`SELECT ${columns[table]} FROM ${quoted(table)}
               WHERE ${quoted(lane)} = ${laneId}::uuid AND state = 'PENDING'
               ORDER BY position LIMIT 1`,
  )
  return rows[0] ?? null
}

/** Writes a claim where the item is pending, has as many attempts and no other claim; false when it has not. */
export async function claimItem(
  pool: Pool,
  { table }: LaneTable,
  { id, attempts }: LaneItem,
  { startedAt, claimedUntil, now }: { startedAt: Date; claimedUntil: Date; now: Date },
): Promise<boolean> {
  const rows = await queryDirect(
    pool,
    Prisma.sql`UPDATE ${quoted(table)} SET "claimedUntil" = ${claimedUntil}, "startedAt" = ${startedAt}
               WHERE id = ${id}::uuid AND state = 'PENDING' AND attempts = ${attempts}
                 AND ("claimedUntil" IS NULL OR "claimedUntil" <= ${now})
               RETURNING id`,
  )
  return rows.length === 1
}

/** Counts an attempt of which nothing else is known; false when what became of it is stored after all. */
export async function countAttempt(
  pool: Pool,
  { table }: LaneTable,
  { id, attempts }: LaneItem,
  nextAttemptAt: Date,
): Promise<boolean> {
  const rows = await queryDirect(
    pool,
    Prisma.sql`UPDATE ${quoted(table)}
               SET attempts = attempts + 1, "claimedUntil" = NULL, "nextAttemptAt" = ${nextAttemptAt}
               WHERE id = ${id}::uuid AND state = 'PENDING' AND attempts = ${attempts}
               RETURNING id`,
  )
  return rows.length === 1
}

function listed(names: Record<string, string>): Prisma.Sql {
  return Prisma.join(Object.values(names).map(quoted))
}

function quoted(name: string): Prisma.Sql {
  return Prisma.raw(`"${name}"`)
}

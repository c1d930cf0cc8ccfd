import type { Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import { type Event, Prisma } from '../generated/prisma/client.ts'

/** All columns of the log. */
export const EVENT_COLUMNS = Prisma.raw(
  Object.values(Prisma.EventScalarFieldEnum)
    .map((column) => `"${column}"`)
    .join(', '),
)

/**
 * The rows of the log that the rest of the statement selects. Prisma would refuse all of them if one is of a kind that
 * only a later version knows: `translateKinds` belongs to every reading.
 */
export function readEventRows(pool: Pool, rest: Prisma.Sql): Promise<Event[]> {
  return queryDirect<Event>(pool, Prisma.sql`SELECT ${EVENT_COLUMNS} FROM ${rest}`)
}

import { Prisma } from '../generated/prisma/client.ts'
import { headColumns, isHeld } from './held-lanes.ts'
import type { OutboxKind } from './outbox-kind.ts'

/** How many lanes of a kind are looked at. */
export const LANES_LOOKED_AT = 2_000

/** What waits to be sent, of one kind. */
export interface LaneStates {
  kind: string
  /** Lanes in which an attempt is being made. */
  sending: number
  /** Lanes in which an attempt is due. */
  due: number
  /** Lanes whose next attempt is later, or that wait for another lane. */
  waiting: number
  /** For how many seconds the most overdue attempt has been due without being made; null without one. */
  overdue: number | null
}

/**
 * Reads the states of the lanes that have something to send: a statement with a row for each kind. It goes from lane to
 * lane in the index `OutboxItem_pending_lane`, however many items each has.
 */
export function laneStates(kinds: readonly OutboxKind[]): Prisma.Sql {
  const names = kinds.map(({ name }) => name)
  // The bounds hold in every collation: in the name of a lane, ids follow the kind. The kind is compared at the end:
  // with it, PostgreSQL expects so few rows that it reads and sorts all of them for each lane.
  const ofKind = Prisma.sql`state = 'PENDING' AND lane < k.kind || ':zzzz'`
  return Prisma.sql`
    SELECT k.kind,
      count(*) FILTER (WHERE head.state = 'sending')::int AS sending,
      count(*) FILTER (WHERE head.state = 'due')::int AS due,
      count(*) FILTER (WHERE head.state = 'waiting')::int AS waiting,
      max(extract(epoch FROM now() - greatest(head."nextAttemptAt", head."claimedUntil")))
        FILTER (WHERE head.state = 'due')::float8 AS overdue
    FROM unnest(${names}::text[]) AS k(kind)
    LEFT JOIN LATERAL (
      WITH RECURSIVE head AS (
        (SELECT ${headColumns}, 1 AS number FROM "OutboxItem"
         WHERE ${ofKind} AND lane >= k.kind || ':' ORDER BY lane, position LIMIT 1)
        UNION ALL
        SELECT next.*, head.number + 1 FROM head, LATERAL (
          SELECT ${headColumns} FROM "OutboxItem"
          WHERE ${ofKind} AND lane > head.lane ORDER BY lane, position LIMIT 1
        ) AS next
        WHERE head.number < ${LANES_LOOKED_AT}
      )
      SELECT "nextAttemptAt", "claimedUntil", CASE
        WHEN "claimedUntil" > now() THEN 'sending'
        WHEN "nextAttemptAt" > now() OR ${isHeld(kinds)} THEN 'waiting'
        ELSE 'due' END AS state
      FROM head
      WHERE head.kind = k.kind
    ) AS head ON true
    GROUP BY k.kind`
}

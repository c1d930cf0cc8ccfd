import type { Services } from '../services.ts'
import { headColumns, isHeld } from './held-lanes.ts'
import type { OutboxKind } from './outbox-kind.ts'

/** A lane that is due for longer than this has lost its job: Redis was emptied, or the process died too early. */
const OVERDUE_MS = 5_000
/**
 * How many lanes one sweep reads: 100,000 of an endpoint that is down for days would take half a second each time.
 */
const BATCH = 10_000

/**
 * Wakes lanes whose head is overdue, and waits for no other lane, among a limited number of lanes in order. Returns the last of these, after which
 * the next sweep continues; an empty string when it was the last of all.
 */
export async function sweepOutbox(
  { db, waker }: Pick<Services, 'db' | 'waker'>,
  { kinds, after = '' }: { kinds: readonly OutboxKind[]; after?: string },
): Promise<string> {
  const now = new Date()
  // From lane to lane through the index: items behind a head are not read.
  const rows = await db.$queryRaw<{ lane: string; isOverdue: boolean; number: number }[]>`
    WITH RECURSIVE head AS (
      (SELECT ${headColumns}, 1 AS number FROM "OutboxItem"
       WHERE state = 'PENDING' AND lane > ${after} ORDER BY lane, position LIMIT 1)
      UNION ALL
      SELECT next.*, head.number + 1 FROM head, LATERAL (
        SELECT ${headColumns} FROM "OutboxItem"
        WHERE state = 'PENDING' AND lane > head.lane ORDER BY lane, position LIMIT 1
      ) AS next
      WHERE head.number < ${BATCH}
    ), seen AS (
      SELECT lane, number, "nextAttemptAt" < ${new Date(now.getTime() - OVERDUE_MS)}
        AND ("claimedUntil" IS NULL OR "claimedUntil" < ${now}) AND NOT ${isHeld(kinds)} AS "isOverdue"
      FROM head
    )
    SELECT * FROM seen WHERE "isOverdue" OR number = ${BATCH} ORDER BY number`
  const overdue = rows.filter(({ isOverdue }) => isOverdue)
  if (overdue.length > 0) await waker.wake(overdue.map(({ lane }) => lane))
  const last = rows.at(-1)
  return last?.number === BATCH ? last.lane : ''
}

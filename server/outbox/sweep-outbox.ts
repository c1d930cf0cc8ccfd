import type { Services } from '../services.ts'

/** A lane that is due for longer than this has lost its job: Redis was emptied, or the process died too early. */
const OVERDUE_MS = 5_000
/** More than any receiver keeps busy for long, or lanes that only wait would hide those whose job was lost. */
const BATCH = 10_000

/** Wakes lanes whose head is overdue. Returns how many there were. */
export async function sweepOutbox({ db, waker }: Pick<Services, 'db' | 'waker'>): Promise<number> {
  const now = new Date()
  // From lane to lane through the index: what waits behind a head is not read.
  const rows = await db.$queryRaw<{ lane: string }[]>`
    WITH RECURSIVE head AS (
      (SELECT lane, "nextAttemptAt", "claimedUntil" FROM "OutboxItem"
       WHERE state = 'PENDING' ORDER BY lane, position LIMIT 1)
      UNION ALL
      SELECT next.* FROM head, LATERAL (
        SELECT lane, "nextAttemptAt", "claimedUntil" FROM "OutboxItem"
        WHERE state = 'PENDING' AND lane > head.lane ORDER BY lane, position LIMIT 1
      ) AS next
    )
    SELECT lane FROM head
    WHERE "nextAttemptAt" < ${new Date(now.getTime() - OVERDUE_MS)}
      AND ("claimedUntil" IS NULL OR "claimedUntil" < ${now})
    LIMIT ${BATCH}`
  if (rows.length > 0) await waker.wake(rows.map(({ lane }) => lane))
  return rows.length
}

import { deliverLane } from '../../jobs/deliver-lane.ts'
import type { Services } from '../../services.ts'

/** A lane that is due for longer than this has lost its job: Redis was emptied, or the process died too early. */
const OVERDUE_MS = 5_000
/** More than any channel keeps busy for long, or lanes that only wait would hide those whose job was lost. */
const BATCH = 10_000

/** Wakes lanes whose deliveries are overdue. Returns how many there were. */
export async function sweepDeliveries({ db, queues }: Services): Promise<number> {
  const now = new Date()
  // Grouped by the database: there may be many more deliveries than lanes.
  const lanes = await db.$queryRaw<{ lane: string }[]>`
    SELECT lane FROM "Delivery"
    WHERE state = 'PENDING' AND "nextAttemptAt" < ${new Date(now.getTime() - OVERDUE_MS)}
      AND ("claimedUntil" IS NULL OR "claimedUntil" < ${now})
    GROUP BY lane ORDER BY min("nextAttemptAt") LIMIT ${BATCH}`
  if (lanes.length > 0) await queues.enqueue(deliverLane, lanes)
  return lanes.length
}

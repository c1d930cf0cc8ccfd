import { deliverLane } from '../../jobs/deliver-lane.ts'
import type { Services } from '../../services.ts'

/** A lane that is due for longer than this has lost its job: Redis was emptied, or the process died too early. */
const OVERDUE_MS = 5_000
const BATCH = 1000

/** Wakes lanes whose deliveries are overdue. Returns how many there were. */
export async function sweepDeliveries({ db, queues }: Services): Promise<number> {
  const overdue = new Date(Date.now() - OVERDUE_MS)
  const lanes = await db.delivery.findMany({
    where: {
      state: 'PENDING',
      nextAttemptAt: { lt: overdue },
      OR: [{ claimedUntil: null }, { claimedUntil: { lt: new Date() } }],
    },
    distinct: ['lane'],
    select: { lane: true },
    orderBy: { nextAttemptAt: 'asc' },
    take: BATCH,
  })
  if (lanes.length > 0) await queues.enqueue(deliverLane, lanes)
  return lanes.length
}

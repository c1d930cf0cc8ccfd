import type { Delivery } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { ATTEMPT_LIMIT_MS, ATTEMPTS } from './delivery-schedule.ts'
import { failDelivery } from './record-attempt.ts'

/** Longer than an attempt can take: then its worker is gone and another may try. */
const CLAIM_MS = ATTEMPT_LIMIT_MS + 5_000
/** How long a lane waits when its channel has all its slots in use. */
const BUSY_MS = 250

/**
 * Makes the next step in a lane: one attempt for its oldest pending delivery. Returns when to come back, or that
 * nothing is left, or that the next step can be made at once.
 */
export async function deliverNext(services: Services, lane: string): Promise<Date | 'lane-empty' | 'go-on'> {
  const { db } = services
  const head = await db.delivery.findFirst({
    where: { lane, state: 'PENDING' },
    orderBy: { position: 'asc' },
  })
  if (!head) return 'lane-empty'
  const now = new Date()
  const due = later(head.nextAttemptAt, head.claimedUntil)
  if (due > now) return due
  if (head.attempts >= ATTEMPTS) {
    await failDelivery(services, head)
    return 'go-on'
  }
  if (!services.deliverySlots.take(head.channelId)) return new Date(now.getTime() + BUSY_MS)
  try {
    const claimed = await claim(services, head, now)
    return claimed ? await attemptDelivery(services, claimed) : new Date(now.getTime() + CLAIM_MS)
  } finally {
    services.deliverySlots.give(head.channelId)
  }
}

/** Two workers may look at one lane after a restart; the count says which of them has the delivery. */
async function claim({ db }: Services, head: Delivery, now: Date): Promise<Delivery | null> {
  const claimedUntil = new Date(now.getTime() + CLAIM_MS)
  const startedAt = head.startedAt ?? now
  const { count } = await db.delivery.updateMany({
    where: {
      id: head.id,
      state: 'PENDING',
      attempts: head.attempts,
      OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }],
    },
    data: { claimedUntil, startedAt },
  })
  return count === 1 ? { ...head, claimedUntil, startedAt } : null
}

function later(a: Date, b: Date | null): Date {
  return b && b > a ? b : a
}

import type { OutboxItem } from '../generated/prisma/client.ts'
import type { Services } from '../services.ts'
import { releaseClaim, skipItem } from './claim-heads.ts'
import { type After, failExhausted, type Made, recordAttempt, recordFailure } from './record-attempt.ts'
import type { Worked } from './worked.ts'

/**
 * How long a lane waits, on average, when its receiver has all its slots in use. Hundreds of lanes of one receiver
 * that hangs must not keep the queue busy with asking, nor come back all at once.
 */
const BUSY_MS = 1_000

/** Makes the next step in a lane: one attempt for its oldest pending item. No lock is held while it is on its way. */
export async function stepLane<Target>(
  services: Services,
  worked: Worked<Target>,
  lane: string,
): Promise<After> {
  const { kind, slots, statements } = worked
  const head = await statements.claimHead(lane)
  const now = new Date()
  if (!head) return 'lane-empty'
  const { item, target } = head
  if (!head.isClaimed) {
    if (item.nextAttemptAt > now) return item.nextAttemptAt
    // Whoever has it goes on with the lane; if they cannot, the sweep finds it.
    if (item.claimedUntil && item.claimedUntil > now) return 'lane-empty'
    if (item.attempts >= kind.schedule.attempts) return failExhausted(services, worked, item)
    return slots.busy.includes(item.receiverId) ? whenNotBusy(now) : 'go-on'
  }
  if (!slots.take(item.receiverId)) {
    await releaseClaim(services.pool, item)
    return whenNotBusy(now)
  }
  try {
    return await attempt(services, worked, { item, target })
  } finally {
    slots.give(item.receiverId)
  }
}

async function attempt<Target>(
  services: Services,
  worked: Worked<Target>,
  { item, target }: { item: OutboxItem; target: Target | null },
): Promise<After> {
  const startedAt = new Date()
  const sent = await send(services, worked, { item, target }).catch((error: unknown) => ({ error }))
  if (sent === 'unwanted') {
    await skipItem(services.pool, item, worked.kind.skippedNote ?? null)
    return 'go-on'
  }
  if ('error' in sent)
    return recordFailure(services, worked, { item, startedAt, durationMs: 0, error: sent.error })
  return recordAttempt(services, worked, sent)
}

async function send<Target>(
  services: Services,
  worked: Worked<Target>,
  { item, target }: { item: OutboxItem; target: Target | null },
): Promise<Made<Target> | 'unwanted'> {
  const { kind, statements } = worked
  if (target === null) return 'unwanted'
  const claimed = { item, target }
  if (!(await kind.isWanted(services, claimed))) return 'unwanted'
  const payload =
    item.payload ?? (await statements.keepPayload(item.id, await kind.payload(services, claimed)))
  const outgoing = { ...claimed, payload }
  const startedAt = new Date()
  return { ...outgoing, startedAt, answer: await kind.send(services, outgoing) }
}

function whenNotBusy(now: Date): Date {
  return new Date(now.getTime() + BUSY_MS * (0.5 + Math.random()))
}

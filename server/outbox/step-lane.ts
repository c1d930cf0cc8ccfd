import type { OutboxItem } from '../generated/prisma/client.ts'
import type { Services } from '../services.ts'
import { claimHead, keepPayload, releaseClaim, skipItem } from './claim-head.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { type After, failExhausted, type Made, recordAttempt, recordFailure } from './record-attempt.ts'
import type { Slots } from './slots.ts'

/**
 * How long a lane waits, on average, when its receiver has all its slots in use. Hundreds of lanes of one receiver
 * that hangs must not keep the queue busy with asking, nor come back all at once.
 */
const BUSY_MS = 1_000

/** Makes the next step in a lane: one attempt for its oldest pending item. No lock is held while it is on its way. */
export async function stepLane<Target>(
  services: Services,
  kind: OutboxKind<Target>,
  { lane, slots }: { lane: string; slots: Slots },
): Promise<After> {
  const now = new Date()
  const busy = slots.busy
  const head = await claimHead(services.pool, kind, { lane, now, busy })
  if (!head) return 'lane-empty'
  const { item, target } = head
  if (!head.isClaimed) {
    if (item.nextAttemptAt > now) return item.nextAttemptAt
    // Whoever has it goes on with the lane; if they cannot, the sweep finds it.
    if (item.claimedUntil && item.claimedUntil > now) return 'lane-empty'
    if (item.attempts >= kind.schedule.attempts) return failExhausted(services, kind, item)
    return busy.includes(item.receiverId) ? whenNotBusy(now) : 'go-on'
  }
  if (!slots.take(item.receiverId)) {
    await releaseClaim(services.pool, item)
    return whenNotBusy(now)
  }
  try {
    return await attempt(services, kind, { item, target })
  } finally {
    slots.give(item.receiverId)
  }
}

async function attempt<Target>(
  services: Services,
  kind: OutboxKind<Target>,
  { item, target }: { item: OutboxItem; target: Target | null },
): Promise<After> {
  const startedAt = new Date()
  const sent = await send(services, kind, { item, target }).catch((error: unknown) => ({ error }))
  if (sent === 'unwanted') {
    await skipItem(services.pool, item, kind.skippedNote ?? null)
    return 'go-on'
  }
  if ('error' in sent)
    return recordFailure(services, kind, { item, startedAt, durationMs: 0, error: sent.error })
  return recordAttempt(services, kind, sent)
}

async function send<Target>(
  services: Services,
  kind: OutboxKind<Target>,
  { item, target }: { item: OutboxItem; target: Target | null },
): Promise<Made<Target> | 'unwanted'> {
  if (target === null) return 'unwanted'
  const claimed = { item, target }
  if (!(await kind.isWanted(services, claimed))) return 'unwanted'
  const payload =
    item.payload ?? (await keepPayload(services.pool, item, await kind.payload(services, claimed)))
  const outgoing = { ...claimed, payload }
  const startedAt = new Date()
  return { ...outgoing, startedAt, answer: await kind.send(services, outgoing) }
}

function whenNotBusy(now: Date): Date {
  return new Date(now.getTime() + BUSY_MS * (0.5 + Math.random()))
}

import type { Services } from '../../services.ts'
import { claimItem, countAttempt, findHead, type LaneItem, type LaneTable } from './lane-items.ts'
import type { Slots } from './slots.ts'

/**
 * How long a lane waits, on average, when its receiver has all its slots in use. Hundreds of lanes of one receiver
 * that hangs must not keep the queue busy with asking, nor come back all at once.
 */
const BUSY_MS = 1_000

/** When to come back, or that nothing is left, or that the next step can be made at once. */
export type Step = Date | 'lane-empty' | 'go-on'

/** What is sent in a lane, and how. */
export interface LaneKind<Item extends LaneItem> extends LaneTable {
  slots: Slots
  /** Longer than an attempt can take: then its worker is gone and another may try. */
  claimMs: number
  /** Whose slots the item uses. */
  receiverOf(item: Item): string
  /** How far apart the beginnings of an item's attempts are. */
  everyMs: number
  /** Ends an item that gets no further attempt; returns false for one that does. */
  giveUp(item: Item): Promise<boolean>
  /** Makes one attempt and stores what became of it. */
  attempt(item: Item): Promise<Date | 'go-on'>
}

/** Makes the next step in a lane: one attempt for its oldest pending item. No lock is held while it is on its way. */
export async function stepLane<Item extends LaneItem>(
  services: Services,
  kind: LaneKind<Item>,
  laneId: string,
): Promise<Step> {
  const head = await findHead<Item>(services.pool, kind, laneId)
  if (!head) return 'lane-empty'
  const now = new Date()
  const due = later(head.nextAttemptAt, head.claimedUntil)
  if (due > now) return due
  if (await kind.giveUp(head)) return 'go-on'
  const receiver = kind.receiverOf(head)
  if (!kind.slots.take(receiver)) return new Date(now.getTime() + BUSY_MS * (0.5 + Math.random()))
  try {
    return await claimAndAttempt(services, kind, head, now)
  } finally {
    kind.slots.give(receiver)
  }
}

/** Two workers may look at one lane after a restart; the claim says which of them has the item. */
async function claimAndAttempt<Item extends LaneItem>(
  services: Services,
  kind: LaneKind<Item>,
  head: Item,
  now: Date,
): Promise<Step> {
  const claimedUntil = new Date(now.getTime() + kind.claimMs)
  const startedAt = head.startedAt ?? now
  const claimed = await claimItem(services.pool, kind, head, { startedAt, claimedUntil, now })
  if (!claimed) return claimedUntil
  const item = { ...head, startedAt, claimedUntil }
  try {
    return await kind.attempt(item)
  } catch (error) {
    return countFailedAttempt(services, kind, { ...item, error })
  }
}

/**
 * Whatever kept an attempt from being made or recorded, it counts, or the lane would try the same for ever. When the
 * store is away this fails, too, and the job comes back.
 */
async function countFailedAttempt(
  { pool, log }: Services,
  { table, lane, everyMs }: LaneTable & { everyMs: number },
  { error, ...item }: LaneItem & { startedAt: Date; error: unknown },
): Promise<Step> {
  const next = new Date(item.startedAt.getTime() + (item.attempts + 1) * everyMs)
  if (!(await countAttempt(pool, { table, lane }, item, next))) return 'go-on'
  // Its message may quote what was to be stored.
  const { name, code } = error as Error & { code?: string }
  log.error({ table, id: item.id, reason: code ?? name }, 'an attempt could not be recorded')
  return next
}

function later(a: Date, b: Date | null): Date {
  return b && b > a ? b : a
}

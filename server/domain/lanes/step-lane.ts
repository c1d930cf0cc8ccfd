import type { Pool } from '../../db.ts'
import type { Services } from '../../services.ts'
import { claimItem, findHead, type LaneItem, type LaneTable } from './lane-items.ts'
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
  /** Ends an item that gets no further attempt; returns false for one that does. */
  giveUp?(item: Item): Promise<boolean>
  /** Makes one attempt and stores what became of it. */
  attempt(item: Item): Promise<Date | 'go-on'>
}

/** Makes the next step in a lane: one attempt for its oldest pending item. No lock is held while it is on its way. */
export async function stepLane<Item extends LaneItem>(
  { pool }: Services,
  kind: LaneKind<Item>,
  laneId: string,
): Promise<Step> {
  const head = await findHead<Item>(pool, kind, laneId)
  if (!head) return 'lane-empty'
  const now = new Date()
  const due = later(head.nextAttemptAt, head.claimedUntil)
  if (due > now) return due
  if (await kind.giveUp?.(head)) return 'go-on'
  const receiver = kind.receiverOf(head)
  if (!kind.slots.take(receiver)) return new Date(now.getTime() + BUSY_MS * (0.5 + Math.random()))
  try {
    return await claimAndAttempt(pool, kind, head, now)
  } finally {
    kind.slots.give(receiver)
  }
}

/** Two workers may look at one lane after a restart; the claim says which of them has the item. */
async function claimAndAttempt<Item extends LaneItem>(
  pool: Pool,
  kind: LaneKind<Item>,
  head: Item,
  now: Date,
): Promise<Step> {
  const claimedUntil = new Date(now.getTime() + kind.claimMs)
  const startedAt = head.startedAt ?? now
  const claimed = await claimItem(pool, kind, head, { startedAt, claimedUntil, now })
  return claimed ? kind.attempt({ ...head, startedAt, claimedUntil }) : claimedUntil
}

function later(a: Date, b: Date | null): Date {
  return b && b > a ? b : a
}

import type { Slots } from './slots.ts'

/**
 * How long a lane waits, on average, when its receiver has all its slots in use. Hundreds of lanes of one receiver
 * that hangs must not keep the queue busy with asking, nor come back all at once.
 */
const BUSY_MS = 1_000

/** One thing that must leave, as the lane looks at it. */
export interface LaneItem {
  id: string
  attempts: number
  /** When the first attempt began; the schedule counts from here. */
  startedAt: Date | null
  nextAttemptAt: Date
  /** While a worker makes an attempt; after this time another may take over. */
  claimedUntil: Date | null
}

/** When to come back, or that nothing is left, or that the next step can be made at once. */
export type Step = Date | 'lane-empty' | 'go-on'

/** What is sent in a lane, and how. */
export interface LaneKind<Item extends LaneItem> {
  slots: Slots
  /** Longer than an attempt can take: then its worker is gone and another may try. */
  claimMs: number
  /** The lane's oldest pending item. */
  findHead(lane: string): Promise<Item | null>
  /** Whose slots the item uses. */
  receiverOf(item: Item): string
  /** Ends an item that gets no further attempt; returns false for one that does. */
  giveUp?(item: Item): Promise<boolean>
  /** Writes the claim where the item is pending, has as many attempts and no other claim; returns how many that were. */
  claim(item: Item, claim: { startedAt: Date; claimedUntil: Date; now: Date }): Promise<number>
  /** Makes one attempt and stores what became of it. */
  attempt(item: Item): Promise<Date | 'go-on'>
}

/** Makes the next step in a lane: one attempt for its oldest pending item. No lock is held while it is on its way. */
export async function stepLane<Item extends LaneItem>(kind: LaneKind<Item>, lane: string): Promise<Step> {
  const head = await kind.findHead(lane)
  if (!head) return 'lane-empty'
  const now = new Date()
  const due = later(head.nextAttemptAt, head.claimedUntil)
  if (due > now) return due
  if (await kind.giveUp?.(head)) return 'go-on'
  const receiver = kind.receiverOf(head)
  if (!kind.slots.take(receiver)) return new Date(now.getTime() + BUSY_MS * (0.5 + Math.random()))
  try {
    return await claimAndAttempt(kind, head, now)
  } finally {
    kind.slots.give(receiver)
  }
}

/** Two workers may look at one lane after a restart; the count says which of them has the item. */
async function claimAndAttempt<Item extends LaneItem>(
  kind: LaneKind<Item>,
  head: Item,
  now: Date,
): Promise<Step> {
  const claimedUntil = new Date(now.getTime() + kind.claimMs)
  const startedAt = head.startedAt ?? now
  const count = await kind.claim(head, { startedAt, claimedUntil, now })
  return count === 1 ? kind.attempt({ ...head, startedAt, claimedUntil }) : claimedUntil
}

function later(a: Date, b: Date | null): Date {
  return b && b > a ? b : a
}

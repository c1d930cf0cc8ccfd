import type { NewEvent } from '../events/record.ts'
import type { Work } from '../events/transact.ts'
import type { OutboxItem, Prisma } from '../generated/prisma/client.ts'
import type { Outcome } from '../outbound/outcome.ts'
import type { Services } from '../services.ts'
import type { Plan } from './item-plan.ts'
import type { Schedule } from './schedule.ts'
import type { AttemptWrite, WriteResult } from './write-attempts.ts'

/** An item that a worker has claimed. */
export interface ClaimedItem<Target> {
  item: OutboxItem
  /** The data that `OutboxKind.target` selected. */
  target: Target
}

/** An item on its way. */
export interface OutgoingItem<Target> extends ClaimedItem<Target> {
  /** The same bytes in every attempt. */
  payload: string
}

/** The meaning of a receiver's answer. */
export type Verdict =
  /** `byStatus` when the body alone would not have been enough. */
  | { result: 'sent'; byStatus?: boolean }
  /** `retry`: another attempt may help; `refused`: none will. */
  | { result: 'retry' | 'refused'; code: string | null; message: string | null }

/** The state of an item after an attempt. */
export interface AttemptResult<Target> {
  item: OutboxItem
  /** With what was sent, and the result; null when no attempt is left, but the last result is unknown. */
  attempt: (OutgoingItem<Target> & { answer: Outcome }) | null
  verdict: Verdict
  state: Plan['state']
  /** Later items no longer wait for it, from this attempt on. */
  yields: boolean
}

/** The consequences of an attempt. */
export interface Consequences {
  /** Written with the attempt, in one statement. */
  events?: NewEvent[]
  note?: string | null
  /** Further consequences: it runs in the transaction that records the attempt. */
  run?(work: Work): Promise<void>
  /**
   * Records the attempt with everything that `run` would do, in one statement. Null when it cannot, and has written nothing:
   * then `run` is taken.
   */
  runAtOnce?(write: AttemptWrite): Promise<WriteResult | null>
}

/** How the order of items goes beyond that of one lane. */
export interface LaneOrder {
  /** Whether `head`, the first of its lane, still waits for items of other lanes: an SQL condition. */
  isHeld: Prisma.Sql
  /** The lanes whose items may wait for items of this one. */
  followersOf(lane: string): string[]
  /** The lane in which an item of this one continues after a failed attempt. */
  retryLane(lane: string): string
  /**
   * Whether an item has been overtaken and none of the same order has been delivered since: then a further one is
   * overtaken after its first failed attempt, so that delays do not add up.
   */
  isYielding(services: Services, item: OutboxItem): Promise<boolean>
}

/**
 * One kind of delivery. A new kind only needs an entry and the file with its payload and its answers; the consumers
 * (events/consumers.ts) say which events create its items.
 */
export interface OutboxKind<Target = unknown> {
  /** `OutboxItem.kind`, the beginning of its lanes, the name of its queue, and the label of its metrics. */
  name: string
  /** How many lanes a process works on at the same time; those of one account have half of them (`LaneSlots`). */
  concurrency: number
  /** How many of them may be occupied by one receiver, also if that is more than half. */
  perReceiver: number
  /** Longer than an attempt can take: then its worker is gone, and another may take over. */
  claimMs: number
  schedule: Schedule
  /** Given only if items also wait for items of other lanes. */
  order?: LaneOrder
  /** How long finished items are kept; null for as long as their chat exists. */
  keepDays: number | null
  /** How much of an answer the log keeps, in bytes of UTF-8; 2 KiB when not given. */
  answerBytes?: number
  /** The note in the log for an item that is not sent, because it is no longer wanted; null without a target. */
  skippedNote?(target: Target | null): string
  /** Read by the statement that claims the item: a SELECT of at most one row that refers to the item as `item`. */
  target: Prisma.Sql
  /** Whether the item is still to be sent, before each attempt; without a target, it is not. */
  isWanted(services: Services, claimed: ClaimedItem<Target>): Promise<boolean>
  /** Makes the payload, before the first attempt. */
  payload(services: Services, claimed: ClaimedItem<Target>): Promise<string>
  /** Makes one attempt. It never throws because of the receiver; a transport other than HTTP has a status, too. */
  send(services: Services, outgoing: OutgoingItem<Target>): Promise<Outcome>
  read(answer: Outcome, outgoing: OutgoingItem<Target>): Verdict
  follow(services: Services, ended: AttemptResult<Target>): Promise<Consequences>
}

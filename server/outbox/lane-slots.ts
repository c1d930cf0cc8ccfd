import type { OutboxKind } from './outbox-kind.ts'
import { Slots } from './slots.ts'

/** If more lanes than this wait for one receiver, the others are left to the sweep. */
const MAX_WAITING = 10_000

/** A slot of a receiver, which is one of the account that it belongs to as well: both are taken and given back together. */
interface LaneSlot {
  accountId: string
  receiverId: string
}

/** Those whose slots are all in use. */
export interface BusySlots {
  accounts: string[]
  receivers: string[]
}

/** Half of what a process works on, so that the others always have as much, or as much as one of its receivers. */
export function slotsOfAccount({ concurrency, perReceiver }: Limits): number {
  return Math.max(perReceiver, Math.floor(concurrency / 2))
}

type Limits = Pick<OutboxKind, 'concurrency' | 'perReceiver'>

/**
 * The slots of a kind: no account has more than half of what a process works on at the same time, however many of its
 * receivers do not answer. A lane that finds all slots of its receiver or of its account in use waits here. One that becomes
 * free is reserved for another lane of the account, so that a new lane does not get it: the account's receivers take turns, and
 * the lanes of each go on in the order in which they came.
 */
export class LaneSlots {
  readonly #accounts: Slots
  readonly #receivers: Slots
  readonly #resume: (lane: string) => boolean
  /** By account, the lanes that wait for each receiver; the receiver whose turn is next comes first. */
  readonly #waiting = new Map<string, Map<string, Set<string>>>()
  /** For each lane, the slot that is reserved for it. */
  readonly #kept = new Map<string, LaneSlot>()

  /** `resume` starts a lane that has a slot now; it returns false when this process starts no more. */
  constructor(limits: Limits, resume: (lane: string) => boolean) {
    this.#accounts = new Slots(slotsOfAccount(limits))
    this.#receivers = new Slots(limits.perReceiver)
    this.#resume = resume
  }

  get busy(): BusySlots {
    return { accounts: this.#accounts.busy, receivers: this.#receivers.busy }
  }

  /** The lanes that wait. */
  get waiting(): string[] {
    return this.#queues().flatMap((lanes) => [...lanes])
  }

  isWaiting(lane: string): boolean {
    return this.#queues().some((lanes) => lanes.has(lane))
  }

  /** Returns false when all are in use; the caller must give back a slot that it got. */
  take(slot: LaneSlot): boolean {
    if (this.#isBusy(slot)) return false
    return this.#accounts.take(slot.accountId) && this.#receivers.take(slot.receiverId)
  }

  /** Takes the slot that is reserved for the lane: returns it, for giving it back, or null. */
  takeKept(lane: string): LaneSlot | null {
    const slot = this.#kept.get(lane) ?? null
    this.#kept.delete(lane)
    return slot
  }

  /** Resumes the lane when a slot is free. Returns false when there is one already. */
  wait(slot: LaneSlot, lane: string): boolean {
    if (!this.#isBusy(slot)) return false
    const receivers = this.#waiting.get(slot.accountId) ?? new Map<string, Set<string>>()
    const lanes = receivers.get(slot.receiverId) ?? new Set()
    if (lanes.size < MAX_WAITING)
      this.#waiting.set(slot.accountId, receivers.set(slot.receiverId, lanes.add(lane)))
    return true
  }

  give({ accountId, receiverId }: LaneSlot): void {
    this.#accounts.give(accountId)
    this.#receivers.give(receiverId)
    this.#keepForNext(accountId)
  }

  #isBusy({ accountId, receiverId }: LaneSlot): boolean {
    return this.#accounts.isBusy(accountId) || this.#receivers.isBusy(receiverId)
  }

  #queues(): Set<string>[] {
    return [...this.#waiting.values()].flatMap((receivers) => [...receivers.values()])
  }

  #keepForNext(accountId: string): void {
    const receivers = this.#waiting.get(accountId) ?? []
    // Few are passed over: those whose slots are all in use have most of the account's.
    for (const [receiverId, lanes] of receivers) {
      const [lane] = lanes
      if (lane !== undefined && this.take({ accountId, receiverId })) {
        this.#keep(lane, { accountId, receiverId })
        return
      }
    }
  }

  #keep(lane: string, slot: LaneSlot): void {
    this.#kept.set(lane, slot)
    if (this.#resume(lane)) {
      this.#takeTurn(lane, slot)
      return
    }
    this.#kept.delete(lane)
    this.#accounts.give(slot.accountId)
    this.#receivers.give(slot.receiverId)
  }

  /** The lane waits no more, and its receiver comes after the account's others. */
  #takeTurn(lane: string, { accountId, receiverId }: LaneSlot): void {
    const receivers = this.#waiting.get(accountId)
    const lanes = receivers?.get(receiverId)
    if (!receivers || !lanes) return
    lanes.delete(lane)
    receivers.delete(receiverId)
    if (lanes.size > 0) receivers.set(receiverId, lanes)
    if (receivers.size === 0) this.#waiting.delete(accountId)
  }
}

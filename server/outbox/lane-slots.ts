import { Slots } from './slots.ts'

/** If more lanes than this wait for one receiver, the others are left to the sweep. */
const MAX_WAITING = 10_000

/**
 * The slots of a kind's receivers. A lane that finds all slots of its receiver in use waits here; a slot that becomes
 * free is reserved for the lane that has waited longest, so that a new lane does not get it.
 */
export class LaneSlots {
  readonly #slots: Slots
  readonly #resume: (lane: string) => boolean
  /** The lanes that wait for each receiver, in the order in which they came. */
  readonly #waiting = new Map<string, Set<string>>()
  /** For each lane, the receiver whose slot is reserved for it. */
  readonly #kept = new Map<string, string>()

  /** `resume` starts a lane that has a slot now; it returns false when this process starts no more. */
  constructor(perReceiver: number, resume: (lane: string) => boolean) {
    this.#slots = new Slots(perReceiver)
    this.#resume = resume
  }

  /** The receivers whose slots are all in use. */
  get busy(): string[] {
    return this.#slots.busy
  }

  /** The lanes that wait. */
  get waiting(): string[] {
    return [...this.#waiting.values()].flatMap((lanes) => [...lanes])
  }

  isWaiting(lane: string): boolean {
    return [...this.#waiting.values()].some((lanes) => lanes.has(lane))
  }

  /** Returns false when all are in use; the caller must give back a slot that it got. */
  take(receiverId: string): boolean {
    return this.#slots.take(receiverId)
  }

  /** Takes the slot that is reserved for the lane: returns its receiver, for giving it back, or null. */
  takeKept(lane: string): string | null {
    const receiverId = this.#kept.get(lane) ?? null
    this.#kept.delete(lane)
    return receiverId
  }

  /** Resumes the lane when a slot is free. Returns false when there is one already. */
  wait(receiverId: string, lane: string): boolean {
    if (!this.#slots.isBusy(receiverId)) return false
    const lanes = this.#waiting.get(receiverId) ?? new Set()
    if (lanes.size < MAX_WAITING) this.#waiting.set(receiverId, lanes.add(lane))
    return true
  }

  give(receiverId: string): void {
    if (!this.#keepForNext(receiverId)) this.#slots.give(receiverId)
  }

  #keepForNext(receiverId: string): boolean {
    const lanes = this.#waiting.get(receiverId)
    const [lane] = lanes ?? []
    if (!lanes || lane === undefined) return false
    this.#kept.set(lane, receiverId)
    if (!this.#resume(lane)) {
      this.#kept.delete(lane)
      return false
    }
    lanes.delete(lane)
    if (lanes.size === 0) this.#waiting.delete(receiverId)
    return true
  }
}

/**
 * How many attempts of this process are in flight for each receiver, so that an unresponsive one does not keep the
 * others waiting.
 */
export class Slots {
  readonly #limit: number
  readonly #inFlight = new Map<string, number>()
  readonly #busy = new Set<string>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The receivers whose slots are all in use. */
  get busy(): string[] {
    return [...this.#busy]
  }

  isBusy(receiverId: string): boolean {
    return this.#busy.has(receiverId)
  }

  /** Returns false when all are in use; the caller must give back a slot that it got. */
  take(receiverId: string): boolean {
    const used = (this.#inFlight.get(receiverId) ?? 0) + 1
    if (used > this.#limit) return false
    this.#inFlight.set(receiverId, used)
    if (used === this.#limit) this.#busy.add(receiverId)
    return true
  }

  give(receiverId: string): void {
    const used = (this.#inFlight.get(receiverId) ?? 0) - 1
    this.#busy.delete(receiverId)
    if (used > 0) this.#inFlight.set(receiverId, used)
    else this.#inFlight.delete(receiverId)
  }
}

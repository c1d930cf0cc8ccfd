/** How many attempts of this process are in flight for each receiver, so that one that hangs keeps no other waiting. */
export class Slots {
  readonly #limit: number
  readonly #inFlight = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns false when all are in use; whoever got one must give it back. */
  take(receiverId: string): boolean {
    const used = this.#inFlight.get(receiverId) ?? 0
    if (used >= this.#limit) return false
    this.#inFlight.set(receiverId, used + 1)
    return true
  }

  give(receiverId: string): void {
    const used = this.#inFlight.get(receiverId) ?? 0
    if (used > 1) this.#inFlight.set(receiverId, used - 1)
    else this.#inFlight.delete(receiverId)
  }
}

/** A quarter of what a worker delivers at a time: a client server that hangs keeps no other channel waiting. */
const SLOTS_PER_CHANNEL = 50

/** How many attempts of this process are in flight for each channel. */
export class ChannelSlots {
  readonly #inFlight = new Map<string, number>()

  /** Returns false when all are in use; whoever got one must give it back. */
  take(channelId: string): boolean {
    const used = this.#inFlight.get(channelId) ?? 0
    if (used >= SLOTS_PER_CHANNEL) return false
    this.#inFlight.set(channelId, used + 1)
    return true
  }

  give(channelId: string): void {
    const used = this.#inFlight.get(channelId) ?? 0
    if (used > 1) this.#inFlight.set(channelId, used - 1)
    else this.#inFlight.delete(channelId)
  }
}

/** A replay is at most a few thousand events long; what it repeats must still be known. */
const REMEMBERED_CURSORS = 10_000

/**
 * Where the stream of events goes on after a loss: the cursor of the last event that was new. Cursors are opaque, so they
 * are never compared; what arrives twice is known by its cursor, and does not move the point, or a connection that is cut
 * in the middle of a replay would go back.
 */
export class ResumePoint {
  #cursor: string
  #seen = new Set<string>()
  /** Set while everything is read again: until that has worked, events must not move the point past what was missed. */
  #held: { last: string | null } | null = null

  constructor(cursor: string) {
    this.#cursor = cursor
  }

  get cursor() {
    return this.#cursor
  }

  /** Takes in the cursor of an event; false when the event was seen before. */
  take(cursor: string): boolean {
    const isNew = !this.#seen.delete(cursor)
    this.#seen.add(cursor)
    this.#forgetOldest()
    if (!isNew) return false
    if (this.#held) this.#held.last = cursor
    else this.#cursor = cursor
    return true
  }

  /** Too much was missed: the point stays where it is until everything was read again. */
  hold(): void {
    this.#held = { last: null }
  }

  /** Everything was read again, as of this cursor at least; events that came in the meantime are newer. */
  release(cursor: string): void {
    this.#cursor = this.#held?.last ?? cursor
    this.#held = null
  }

  /** Reading everything did not work: what was missed is still missing. */
  abandon(): void {
    this.#held = null
  }

  #forgetOldest(): void {
    if (this.#seen.size <= REMEMBERED_CURSORS) return
    const [oldest] = this.#seen
    if (oldest !== undefined) this.#seen.delete(oldest)
  }
}

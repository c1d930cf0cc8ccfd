/** A replay is at most a few thousand events long; what it repeats must still be known. */
const REMEMBERED_EVENTS = 10_000

/**
 * Where the stream of events continues after a loss: the last cursor received. Cursors are opaque, so they are never
 * compared; the server gives none that goes back. What arrives twice is known by its id.
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

  /** Takes in an event; false when it was seen before. */
  take(id: string, cursor: string): boolean {
    this.#move(cursor)
    const isNew = !this.#seen.delete(id)
    this.#seen.add(id)
    this.#forgetOldest()
    return isNew
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

  #move(cursor: string): void {
    if (this.#held) this.#held.last = cursor
    else this.#cursor = cursor
  }

  #forgetOldest(): void {
    if (this.#seen.size <= REMEMBERED_EVENTS) return
    const [oldest] = this.#seen
    if (oldest !== undefined) this.#seen.delete(oldest)
  }
}

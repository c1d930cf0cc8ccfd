import type { LiveEvent } from './live-event.ts'

export interface Listener {
  /** `cursor`: where to continue after the event. */
  tell(event: LiveEvent, cursor: string): void
  /** Prepares an event that is about to be committed and then sent. Returns whether it is wanted. */
  prepare?(event: LiveEvent): boolean
}

/** How many followers of an account prepare an event: they mostly share the work, and a commit does not take long. */
const PREPARING_FOLLOWERS = 20

/** The followers of an event: everyone who follows the account, or those who follow one visitor. */
export interface Audience {
  accountId: string
  /** Events of this visitor only; absent for those of the whole account. */
  visitorId?: string
}

/**
 * The followers of one account in this process. An event costs one lookup for the account and one for its visitor,
 * however many other visitors are followed.
 */
export class Followers {
  readonly #ofAccount = new Set<Listener>()
  /** Mostly one listener for each of tens of thousands of visitors: a list is a third of a set. */
  readonly #ofVisitor = new Map<string, readonly Listener[]>()

  add({ visitorId }: Audience, listener: Listener): void {
    if (visitorId === undefined) {
      this.#ofAccount.add(listener)
      return
    }
    const known = this.#ofVisitor.get(visitorId)
    this.#ofVisitor.set(visitorId, known ? [...known, listener] : [listener])
  }

  remove({ visitorId }: Audience, listener: Listener): void {
    if (visitorId === undefined) {
      this.#ofAccount.delete(listener)
      return
    }
    const left = this.#ofVisitor.get(visitorId)?.filter((known) => known !== listener) ?? []
    if (left.length > 0) this.#ofVisitor.set(visitorId, left)
    else this.#ofVisitor.delete(visitorId)
  }

  get isEmpty(): boolean {
    return this.#ofAccount.size === 0 && this.#ofVisitor.size === 0
  }

  /** Whether anybody follows the whole account. */
  get hasAccount(): boolean {
    return this.#ofAccount.size > 0
  }

  /** Whether anybody follows a single visitor. */
  get hasVisitors(): boolean {
    return this.#ofVisitor.size > 0
  }

  /** Whether anybody here follows events for this visitor, or events for no visitor. */
  hears(visitorId: string | null): boolean {
    return this.hasAccount || (visitorId !== null && this.#ofVisitor.has(visitorId))
  }

  tell(event: LiveEvent, cursor: string): void {
    for (const listener of this.#ofAccount) listener.tell(event, cursor)
    if (event.visitorId !== null) this.tellVisitor(event.visitorId, event, cursor)
  }

  /** Has some of those who follow the whole account prepare an event. */
  prepare(event: LiveEvent): void {
    let left = PREPARING_FOLLOWERS
    for (const listener of this.#ofAccount) {
      if (listener.prepare?.(event) && --left === 0) break
    }
  }

  /** Sends it only to those who follow the visitor. */
  tellVisitor(visitorId: string, event: LiveEvent, cursor: string): void {
    for (const listener of this.#ofVisitor.get(visitorId) ?? []) listener.tell(event, cursor)
  }
}

import type { EventKind } from '../graphql/events.ts'

/** Events that come together, as when a bot leaves all of its channels, are told once. */
const TELL_AFTER_MS = 150

/** Tells whoever shows something that is not kept in a store that it has changed on the server. */
export class Changes {
  #listeners = new Map<() => void, readonly EventKind[]>()
  #due = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Returns how to stop listening, as effects want it. */
  on(kinds: readonly EventKind[], listener: () => void): () => void {
    this.#listeners.set(listener, kinds)
    return () => {
      this.#listeners.delete(listener)
      this.#due.delete(listener)
    }
  }

  /** Something of this kind has changed. */
  tell(kind: EventKind): void {
    this.#plan((kinds) => kinds.includes(kind))
  }

  /** Nobody knows what has changed: events were missed. */
  tellAll(): void {
    this.#plan(() => true)
  }

  #plan(isMeant: (kinds: readonly EventKind[]) => boolean): void {
    for (const [listener, kinds] of this.#listeners) if (isMeant(kinds)) this.#due.add(listener)
    if (this.#due.size > 0) this.#timer ??= setTimeout(() => this.#run(), TELL_AFTER_MS)
  }

  #run(): void {
    this.#timer = undefined
    const due = [...this.#due]
    this.#due.clear()
    for (const listener of due) listener()
  }
}

export function createChanges(): Changes {
  return new Changes()
}

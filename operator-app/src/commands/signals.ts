type Signal =
  | 'focus-composer'
  | 'focus-search'
  | 'focus-list'
  | 'jump-to-newest'
  | 'attach-files'
  | 'choose-sticker'
  | 'record-voice'
  | 'toggle-details'

/** Requests from a command to whatever component is there to follow them. */
class Signals {
  #listeners = new Map<Signal, Set<() => void>>()

  send(signal: Signal): void {
    for (const listener of this.#listeners.get(signal) ?? []) listener()
  }

  /** Returns how to stop listening, as effects want it. */
  on(signal: Signal, listener: () => void): () => void {
    const listeners = this.#listeners.get(signal) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(signal, listeners)
    return () => listeners.delete(listener)
  }
}

export const signals = new Signals()

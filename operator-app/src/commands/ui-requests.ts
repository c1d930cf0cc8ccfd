type UiRequest =
  | 'focus-composer'
  | 'focus-search'
  | 'focus-list'
  | 'jump-to-newest'
  | 'attach-files'
  | 'choose-sticker'
  | 'pick-emoji'
  | 'insert-reply'
  | 'record-voice'
  | 'toggle-details'
  | 'toggle-filter'
  | 'show-views'
  | 'focus-views'

/** Requests from a command to whatever component is there to follow them. */
class UiRequests {
  #listeners = new Map<UiRequest, Set<() => void>>()

  send(request: UiRequest): void {
    for (const listener of this.#listeners.get(request) ?? []) listener()
  }

  /** Returns how to stop listening, as effects want it. */
  on(request: UiRequest, listener: () => void): () => void {
    const listeners = this.#listeners.get(request) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(request, listeners)
    return () => listeners.delete(listener)
  }
}

export const uiRequests = new UiRequests()

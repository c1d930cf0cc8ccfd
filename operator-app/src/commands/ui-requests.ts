type UiRequest =
  | 'focus-composer'
  | 'focus-search'
  | 'focus-list'
  | 'jump-to-newest'
  | 'attach-files'
  | 'choose-sticker'
  | 'pick-emoji'
  | 'insert-reply'
  | 'insert-text'
  | 'record-voice'
  | 'toggle-details'
  | 'toggle-filter'
  | 'show-views'
  | 'focus-views'

type Listener = (text: string) => void

/** Requests from a command to whatever component is there to follow them. */
class UiRequests {
  #listeners = new Map<UiRequest, Set<Listener>>()

  /** `text` is what is to be inserted. */
  send(request: UiRequest, text = ''): void {
    for (const listener of this.#listeners.get(request) ?? []) listener(text)
  }

  /** Returns how to stop listening, as effects want it. */
  on(request: UiRequest, listener: Listener): () => void {
    const listeners = this.#listeners.get(request) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(request, listeners)
    return () => listeners.delete(listener)
  }
}

export const uiRequests = new UiRequests()

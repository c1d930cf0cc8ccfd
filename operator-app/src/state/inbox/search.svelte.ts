import type { ChatList } from './chat-list.svelte.ts'
import type { Chats } from './chats.svelte.ts'
import type { InboxView } from './inbox-view.ts'

const SEARCH_AFTER_MS = 200

/** The text of the search field, and the server's results for it. */
export class Search {
  #chats: Chats
  #text = $state('')
  #results = $state.raw<ChatList | null>(null)
  /** The view and text that the results are for. */
  #searched = ''
  #loading: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(chats: Chats) {
    this.#chats = chats
  }

  get text() {
    return this.#text
  }

  /** The rows found; null while nothing is searched for. */
  get results() {
    return this.#results
  }

  /** Looks for a text in a view; null while the calls are shown, which are searched for the same text (CallsPane). */
  set(text: string, view: InboxView | null): void {
    this.#text = text
    clearTimeout(this.#timer)
    if (text.trim() === '' || view === null) this.#clear()
    else if (keyOf(view, text) !== this.#searched)
      this.#timer = setTimeout(() => this.#run(text.trim(), view), SEARCH_AFTER_MS)
  }

  #clear(): void {
    this.#searched = ''
    this.#results = null
  }

  /** The id of the first row found, once the answer to what is typed is here. */
  async first(view: InboxView): Promise<string | undefined> {
    const text = this.#text.trim()
    if (text === '') return undefined
    if (keyOf(view, text) !== this.#searched) {
      clearTimeout(this.#timer)
      this.#run(text, view)
    }
    await this.#loading
    return this.#text.trim() === text ? this.#results?.ids[0] : undefined
  }

  #run(text: string, view: InboxView): void {
    const list = this.#chats.search(view, text)
    this.#searched = keyOf(view, text)
    this.#results = list
    this.#loading = list.load()
  }
}

const keyOf = (view: InboxView, text: string) => `${view.key} ${text.trim()}`

export function createSearch(chats: Chats): Search {
  return new Search(chats)
}

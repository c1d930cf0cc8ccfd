import type { ChatList } from './chat-list.svelte.ts'
import type { Chats } from './chats.svelte.ts'
import type { ChatViewName } from './route.ts'

const SEARCH_AFTER_MS = 200

/** What is typed into the search field, and what the server found for it. */
export class Search {
  #chats: Chats
  #text = $state('')
  #results = $state.raw<ChatList | null>(null)
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

  set(text: string, view: ChatViewName): void {
    this.#text = text
    clearTimeout(this.#timer)
    if (text.trim() === '') this.#results = null
    else this.#timer = setTimeout(() => this.#run(text.trim(), view), SEARCH_AFTER_MS)
  }

  #run(text: string, view: ChatViewName): void {
    const list = this.#chats.search(view, text)
    this.#results = list
    void list.load()
  }
}

export function createSearch(chats: Chats): Search {
  return new Search(chats)
}

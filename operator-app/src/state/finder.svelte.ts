import { query } from '../graphql/request.ts'
import { type FoundChat, type FoundVisitor, searchQuery } from '../graphql/search.ts'

const SEARCH_AFTER_MS = 120

interface Found {
  chats: readonly FoundChat[]
  visitors: readonly FoundVisitor[]
}

const NOTHING: Found = { chats: [], visitors: [] }

/** What is typed into the palette, and the chats and visitors that the server has found for it. */
export class Finder {
  #text = $state('')
  #found = $state.raw(NOTHING)
  #isSearching = $state(false)
  #hasFailed = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #whenAnswered: (() => void)[] = []

  get text() {
    return this.#text
  }

  /** What was found for the text, or still for the one before it. */
  get found() {
    return this.#found
  }

  get isSearching() {
    return this.#isSearching
  }

  get hasFailed() {
    return this.#hasFailed
  }

  /** Searches once nobody has typed for a moment. */
  set(text: string): void {
    const isSame = text.trim() === this.#text.trim()
    this.#text = text
    if (isSame && !this.#hasFailed) return
    clearTimeout(this.#timer)
    this.#whenAnswered = []
    this.#hasFailed = false
    this.#isSearching = text.trim() !== ''
    if (this.#isSearching) this.#timer = setTimeout(() => void this.#search(text), SEARCH_AFTER_MS)
    else this.#found = NOTHING
  }

  /** Calls back when the answer to the present text is here, unless something else is typed by then. */
  onAnswer(done: () => void): void {
    if (this.#isSearching) this.#whenAnswered.push(done)
  }

  async #search(text: string): Promise<void> {
    const answer = await query(searchQuery, { text: text.trim() }).catch(() => null)
    if (text.trim() !== this.#text.trim() || !this.#isSearching) return
    this.#found = answer?.search ?? NOTHING
    this.#hasFailed = answer === null
    this.#isSearching = false
    const waiting = this.#whenAnswered
    this.#whenAnswered = []
    for (const done of waiting) done()
  }
}

export function createFinder(): Finder {
  return new Finder()
}

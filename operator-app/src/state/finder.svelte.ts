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

  /** What was found for the text; until the answer is here, what was found before and has its words, too. */
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
    this.#found = this.#isSearching ? withWords(this.#found, text) : NOTHING
    if (this.#isSearching) this.#timer = setTimeout(() => void this.#search(text), SEARCH_AFTER_MS)
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

/** What is shown is always for what is typed: whoever presses Enter now means it. */
function withWords({ chats, visitors }: Found, text: string): Found {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (values: (string | null)[]) => {
    const shown = values.join(' ').toLowerCase()
    return words.every((word) => shown.includes(word))
  }
  return {
    chats: chats.filter(({ chat, snippet }) =>
      has([...namesOf(chat.visitor), `#${chat.number}`, ...(snippet?.parts.map((part) => part.text) ?? [])]),
    ),
    visitors: visitors.filter((visitor) => has(namesOf(visitor))),
  }
}

function namesOf({ name, email, phone, number }: Pick<FoundVisitor, 'name' | 'email' | 'phone' | 'number'>) {
  return [name, email, phone, `#${number}`]
}

export function createFinder(): Finder {
  return new Finder()
}

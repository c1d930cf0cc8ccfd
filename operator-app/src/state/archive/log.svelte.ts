import { showProblem } from '../toasts.ts'

/** Some entries of a log, newest first, and the cursor after which the next ones begin. */
export interface LogPage<Item> {
  items: readonly Item[]
  next: string | null
}

/** A log of which more was on the screen is read as far again, but not for ever. */
const MOST_AGAIN = 300

/** A log as far as it was read. Not in the cache of the configuration: a log grows by itself, and is soon left. */
export class Log<Item> {
  readonly #read: (after: string | null) => Promise<LogPage<Item>>
  #page = $state.raw<LogPage<Item> | null>(null)
  #hasFailed = $state(false)
  #isReadingMore = $state(false)
  #loads = 0

  constructor(read: (after: string | null) => Promise<LogPage<Item>>) {
    this.#read = read
  }

  /** Null until it was read. */
  get items() {
    return this.#page?.items ?? null
  }

  get hasMore() {
    return this.#page?.next != null
  }

  get isReadingMore() {
    return this.#isReadingMore
  }

  get failed() {
    return this.#hasFailed && this.#page === null
  }

  /**
   * Reads it from its beginning, as far as it is on the screen; `forget` that when it belongs to another filter. Resolves with
   * whether what was read is on the screen now.
   */
  async load({ forget = false } = {}): Promise<boolean> {
    const load = ++this.#loads
    this.#hasFailed = false
    if (forget) this.#page = null
    const shown = Math.min(this.#page?.items.length ?? 0, MOST_AGAIN)
    try {
      let page = await this.#read(null)
      while (load === this.#loads && page.items.length < shown && page.next !== null)
        page = await this.#readAfter(page)
      if (load !== this.#loads) return false
      this.#page = page
      return true
    } catch (error) {
      if (load !== this.#loads) return false
      this.#hasFailed = true
      // The rows on the screen are kept, but they are not those that were asked for.
      if (this.#page) showProblem(error)
      return false
    }
  }

  /** Reads the next page. Throws RequestError. */
  async readMore(): Promise<void> {
    if (!this.#page || this.#isReadingMore) return
    const load = this.#loads
    this.#isReadingMore = true
    try {
      const page = await this.#readAfter(this.#page)
      if (load === this.#loads) this.#page = page
    } finally {
      this.#isReadingMore = false
    }
  }

  /** A page together with the next one. */
  async #readAfter(page: LogPage<Item>): Promise<LogPage<Item>> {
    const { items, next } = await this.#read(page.next)
    return { items: [...page.items, ...items], next }
  }
}

export function createLog<Item>(read: (after: string | null) => Promise<LogPage<Item>>): Log<Item> {
  return new Log(read)
}

import { showProblem } from '../toasts.ts'

/** Some entries of a log, newest first, and the cursor after which the next ones begin. */
export interface LogPage<Item> {
  items: readonly Item[]
  next: string | null
}

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
   * Reads it from its beginning; `forget` what is on the screen when it belongs to another filter. Resolves with whether what was
   * read is on the screen now.
   */
  async load({ forget = false } = {}): Promise<boolean> {
    const load = ++this.#loads
    this.#hasFailed = false
    if (forget) this.#page = null
    try {
      const page = await this.#read(null)
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
      const more = await this.#read(this.#page.next)
      if (load === this.#loads) this.#page = { items: [...this.#page.items, ...more.items], next: more.next }
    } finally {
      this.#isReadingMore = false
    }
  }
}

export function createLog<Item>(read: (after: string | null) => Promise<LogPage<Item>>): Log<Item> {
  return new Log(read)
}

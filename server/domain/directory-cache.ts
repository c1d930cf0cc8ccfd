import { LRUCache } from 'lru-cache'
import { type Bus, topics } from '../events/bus.ts'

/** How long a row may be used without reading the database; a change in any process ends it immediately. */
const FRESH_MS = 5_000
const LIMIT = 10_000

/** The library stores no null, and drops an undefined when the cache is cleared during the read. */
interface Entry<Row> {
  row: Row | null
}

/**
 * Rows that requests need all the time, kept in memory for a few seconds. Concurrent reads of a key are
 * shared.
 */
export class DirectoryCache<Row extends object> {
  readonly #rows: LRUCache<string, Entry<Row>>

  /** `read` returns null for a missing row; that is never cached. */
  constructor(read: (key: string) => Promise<Row | null>) {
    this.#rows = new LRUCache<string, Entry<Row>>({
      max: LIMIT,
      ttl: FRESH_MS,
      fetchMethod: async (key) => ({ row: await read(key) }),
      // Callers that wait for a read when the cache is cleared get its result, which is not cached.
      ignoreFetchAbort: true,
      noDeleteOnFetchRejection: true,
    })
  }

  /**
   * Clears the cache whenever a process announces a change, and when such an announcement may have been
   * missed.
   */
  async start(bus: Bus): Promise<void> {
    bus.onGap(() => this.#rows.clear())
    await bus.subscribe(topics.channels, () => this.#rows.clear())
  }

  /** The cached row, without a read. */
  peek(key: string): Row | null {
    return this.#rows.get(key)?.row ?? null
  }

  /** The current row. Callers during a read share it. */
  async refresh(key: string): Promise<Row | null> {
    const entry = await this.#rows.fetch(key, { forceRefresh: true })
    if (!entry?.row && this.#rows.peek(key) === entry) this.#rows.delete(key)
    return entry?.row ?? null
  }

  async get(key: string): Promise<Row | null> {
    return this.peek(key) ?? this.refresh(key)
  }
}

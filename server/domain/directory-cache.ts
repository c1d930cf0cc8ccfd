import { LRUCache } from 'lru-cache'
import { type Bus, topics } from '../events/bus.ts'

/** How long a row may serve without a look at the database; a change in any process ends it at once. */
const FRESH_MS = 5_000
const LIMIT = 10_000

/** The library keeps no null, and gives an undefined up when the cache is cleared during the read. */
interface Entry<Row> {
  row: Row | null
}

/** Rows that requests ask for all the time, kept in memory for a few seconds. Reads of one key are shared. */
export class DirectoryCache<Row extends object> {
  readonly #rows: LRUCache<string, Entry<Row>>

  /** `read` gives null for what there is not; that is never kept. */
  constructor(read: (key: string) => Promise<Row | null>) {
    this.#rows = new LRUCache<string, Entry<Row>>({
      max: LIMIT,
      ttl: FRESH_MS,
      fetchMethod: async (key) => ({ row: await read(key) }),
      // Whoever waits for a read when the cache is cleared gets its result, which is not kept.
      ignoreFetchAbort: true,
      noDeleteOnFetchRejection: true,
    })
  }

  /** Forgets everything whenever a process tells of a change, and when such news may have been missed. */
  async start(bus: Bus): Promise<void> {
    bus.onGap(() => this.#rows.clear())
    await bus.subscribe(topics.channels, () => this.#rows.clear())
  }

  /** The row as it is known here, without a read. */
  peek(key: string): Row | null {
    return this.#rows.get(key)?.row ?? null
  }

  /** The row as the database has it. Whoever asks while a read of it is under way shares that one. */
  async refresh(key: string): Promise<Row | null> {
    const entry = await this.#rows.fetch(key, { forceRefresh: true })
    if (!entry?.row && this.#rows.peek(key) === entry) this.#rows.delete(key)
    return entry?.row ?? null
  }

  async get(key: string): Promise<Row | null> {
    return this.peek(key) ?? this.refresh(key)
  }
}

import type { Pool } from '../../db.ts'
import { sqlStateOf } from '../sql-state.ts'
import { type Appended, appendEntries, type Entry } from './append-entries.ts'

/** While one statement waits for the disk, the next one is worked out; more at a time would only be smaller. */
const STATEMENTS = 2
const BATCH = 50

interface Waiting {
  entry: Entry
  resolve(appended: Appended | null | Promise<Appended | null>): void
  reject(error: unknown): void
}

/**
 * Visitors' messages that come at the same moment are appended by one statement. Nobody waits for company: a message
 * that comes alone goes alone. Those of one visitor go one after the other.
 */
export class AppendQueue {
  readonly #pool: Pool
  readonly #busyVisitors = new Set<string>()
  #waiting: Waiting[] = []
  #running = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Resolves when the entry is committed, or with null when it must go another way: see `appendEntries`. */
  append(entry: Entry): Promise<Appended | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject })
      this.#start()
    })
  }

  #start(): void {
    while (this.#running < STATEMENTS && this.#waiting.length > 0) {
      const batch = this.#takeBatch()
      if (batch.length === 0) return
      this.#running++
      void this.#run(batch)
    }
  }

  #takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    for (const waiting of this.#waiting) {
      const visitor = visitorOf(waiting.entry)
      if (batch.length === BATCH || this.#busyVisitors.has(visitor)) {
        rest.push(waiting)
        continue
      }
      this.#busyVisitors.add(visitor)
      batch.push(waiting)
    }
    this.#waiting = rest
    return batch
  }

  async #run(batch: Waiting[]): Promise<void> {
    try {
      const found = await appendEntries(
        this.#pool,
        batch.map(({ entry }) => entry),
      )
      for (const { entry, resolve } of batch) resolve(found.get(entry.id) ?? null)
    } catch (error) {
      const isOneToBlame = batch.length > 1 && isRefused(error)
      for (const { entry, resolve, reject } of batch) {
        if (isOneToBlame) resolve(this.#appendAlone(entry))
        else reject(error)
      }
    } finally {
      for (const { entry } of batch) this.#busyVisitors.delete(visitorOf(entry))
      this.#running--
      this.#start()
    }
  }

  async #appendAlone(entry: Entry): Promise<Appended | null> {
    return (await appendEntries(this.#pool, [entry])).get(entry.id) ?? null
  }
}

function visitorOf({ channelId, key }: Entry): string {
  return `${channelId}:${key}`
}

/** Bad data, a broken constraint, a deadlock: nothing is stored. After a lost connection nobody knows. */
function isRefused(error: unknown): boolean {
  return /^(22|23|40)/.test(sqlStateOf(error) ?? '')
}

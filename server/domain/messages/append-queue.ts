import type { Pool } from '../../database/client.ts'
import { isRolledBack } from '../../database/errors.ts'
import { appendEntries, type Entry } from './append-entries.ts'
import type { Appended } from './appended.ts'

const BATCH = 50

interface Waiting {
  entry: Entry
  resolve(appended: Appended | null | Promise<Appended | null>): void
  reject(error: unknown): void
}

/**
 * Visitors' messages that arrive while a statement is running are appended together by the next one: more concurrent
 * statements would only be smaller. A single message is sent immediately. Messages of one visitor are appended one
 * after the other.
 */
export class AppendQueue {
  readonly #pool: Pool
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Resolves when the entry is committed, or with null when it must be stored in another way: see `appendEntries`. */
  append(entry: Entry): Promise<Appended | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) await this.#appendBatch(this.#takeBatch())
    this.#isRunning = false
  }

  /** Contains at most one entry for each visitor. */
  #takeBatch(): Waiting[] {
    const batch = new Map<string, Waiting>()
    const rest: Waiting[] = []
    for (const waiting of this.#waiting) {
      const visitor = visitorOf(waiting.entry)
      if (batch.size === BATCH || batch.has(visitor)) rest.push(waiting)
      else batch.set(visitor, waiting)
    }
    this.#waiting = rest
    return [...batch.values()]
  }

  async #appendBatch(batch: Waiting[]): Promise<void> {
    try {
      const found = await appendEntries(
        this.#pool,
        batch.map(({ entry }) => entry),
      )
      for (const { entry, resolve } of batch) resolve(found.get(entry.message.id) ?? null)
    } catch (error) {
      const isOneToBlame = batch.length > 1 && isRolledBack(error)
      for (const { entry, resolve, reject } of batch) {
        if (isOneToBlame) resolve(this.#appendAlone(entry))
        else reject(error)
      }
    }
  }

  async #appendAlone(entry: Entry): Promise<Appended | null> {
    return (await appendEntries(this.#pool, [entry])).get(entry.message.id) ?? null
  }
}

function visitorOf({ visitor: { channelId, key } }: Entry): string {
  return `${channelId}:${key}`
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { currentSpan, type SpanReference, withinSpan } from '../process/tracing/current-span.ts'
import { isRolledBack } from './errors.ts'

const BATCH = 50

interface Options<Item, Result> {
  /** Runs one statement for all items; the results are in their order. Of several, one without a result is run again alone. */
  run(items: Item[]): Promise<(Result | undefined)[]>
  /** Items with the same key are in different batches, in their order. */
  keyOf?(item: Item): string
}

interface WaitingItem<Item, Result> {
  item: Item
  /** What it is added for. */
  span: SpanReference | undefined
  resolve(result: Result | Promise<Result>): void
  reject(error: unknown): void
}

/**
 * Items that are added while a statement is running share the next one: concurrent statements would only be smaller. A
 * single item is run immediately. If PostgreSQL refuses a batch, its items are run again one by one.
 */
export class BatchQueue<Item, Result> {
  readonly #options: Options<Item, Result>
  #waiting: WaitingItem<Item, Result>[] = []
  #isRunning = false

  constructor(options: Options<Item, Result>) {
    this.#options = options
  }

  /** Resolves when the statement with the item is committed. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, span: currentSpan(), resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    await nextTurn()
    let settle = () => {}
    while (this.#waiting.length > 0) {
      const ended = this.#runBatch(this.#takeBatch())
      // Send the next statement before the callers of the last one continue.
      await nextTurn()
      settle()
      settle = await ended
    }
    this.#isRunning = false
    settle()
  }

  #takeBatch(): WaitingItem<Item, Result>[] {
    const { keyOf } = this.#options
    if (!keyOf) return this.#waiting.splice(0, BATCH)
    const batch = new Map<string, WaitingItem<Item, Result>>()
    const rest: WaitingItem<Item, Result>[] = []
    for (const waiting of this.#waiting) {
      const key = keyOf(waiting.item)
      if (batch.size === BATCH || batch.has(key)) rest.push(waiting)
      else batch.set(key, waiting)
    }
    this.#waiting = rest
    return [...batch.values()]
  }

  /** Runs the batch; the function that it returns delivers the results. Items run again before later ones of their key. */
  async #runBatch(batch: WaitingItem<Item, Result>[]): Promise<() => void> {
    try {
      // A shared statement belongs to the trace of its first item.
      const results = await withinSpan(batch[0]?.span, () => this.#options.run(batch.map(({ item }) => item)))
      const isMissing = (index: number) => results[index] === undefined && batch.length > 1
      for (const [index, { item, resolve }] of batch.entries())
        if (isMissing(index)) resolve(this.#runAlone(item))
      return () => {
        for (const [index, { resolve }] of batch.entries())
          if (!isMissing(index)) resolve(results[index] as Result)
      }
    } catch (error) {
      const isOneToBlame = batch.length > 1 && isRolledBack(error)
      for (const { item, resolve, reject } of batch) {
        if (isOneToBlame) resolve(this.#runAlone(item))
        else reject(error)
      }
      return () => {}
    }
  }

  async #runAlone(item: Item): Promise<Result> {
    const [result] = await this.#options.run([item])
    return result as Result
  }
}

import { isSignal, type LiveEvent } from './live-event.ts'

/** How many events may wait for a slow screen before it is told to read everything again. */
const QUEUE_LIMIT = 5000
/** How many events a screen processes at a time, so that the rows they need are read together. */
const BATCH = 100

/** An event as a single screen gets it. */
export interface DeliveredEvent {
  event: LiveEvent
  /** The position to continue from: everything before it was sent. Null for events that are never replayed. */
  cursor: string | null
}

/** Who takes events out of a queue. */
export interface Taker {
  /** There is something to take, or the end has come. */
  ready(): void
}

/** The queue of one screen: first the missed events, then live ones, each event once. */
export class Follower implements AsyncIterableIterator<DeliveredEvent[]> {
  readonly #whenFull: () => LiveEvent | null
  #queue: DeliveredEvent[] = []
  /** Replayed events that may still arrive live, because they were committed just before they were read. */
  #replayed: Set<bigint> | undefined
  #wake: (() => void) | undefined
  #taker: Taker | undefined
  #stops: (() => void)[] = []
  #done = false
  /** Called with events that will probably be pushed. */
  onPrepare: ((event: LiveEvent) => void) | undefined

  /** `whenFull` replaces everything that a slow screen has not processed. */
  constructor(whenFull: () => LiveEvent | null) {
    this.#whenFull = whenFull
  }

  onEnd(stop: () => void): void {
    // An array that grows has room for many more, in each of tens of thousands of screens.
    this.#stops = [...this.#stops, stop]
  }

  push(event: LiveEvent, cursor: string): void {
    if (event.id !== null && this.#replayed?.delete(event.id)) return
    if (this.#queue.length >= QUEUE_LIMIT) {
      const instead = this.#whenFull()
      this.#queue = instead ? [{ event: instead, cursor }] : []
    } else this.#queue.push({ event, cursor: isSignal(event) ? null : cursor })
    this.#ready()
  }

  pushFirst(missed: DeliveredEvent[]): void {
    const replayed = new Set(missed.flatMap(({ event }) => event.id ?? []))
    const isNew = ({ event: { id } }: DeliveredEvent) => id === null || !replayed.delete(id)
    this.#queue = [...missed, ...this.#queue.filter(isNew)]
    if (replayed.size > 0) this.#replayed = replayed
    this.#ready()
  }

  /** From now on this one takes what comes, instead of waiting for it with `next`, which costs more memory. */
  feed(taker: Taker): void {
    this.#taker = taker
    taker.ready()
  }

  /** The next events, none when there are none or the end has come. */
  take(): DeliveredEvent[] {
    if (this.#done) return []
    if (this.#queue.length > BATCH) return this.#queue.splice(0, BATCH)
    const batch = this.#queue
    this.#queue = []
    return batch
  }

  get isDone(): boolean {
    return this.#done
  }

  async next(): Promise<IteratorResult<DeliveredEvent[]>> {
    while (this.#queue.length === 0 && !this.#done) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#done) return { value: undefined, done: true }
    return { value: this.take(), done: false }
  }

  async return(): Promise<IteratorResult<DeliveredEvent[]>> {
    this.#done = true
    const stops = this.#stops
    this.#stops = []
    for (const stop of stops) stop()
    this.#ready()
    return { value: undefined, done: true }
  }

  #ready(): void {
    this.#wake?.()
    this.#taker?.ready()
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

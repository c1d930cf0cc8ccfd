/** Fewer requests at a time are served in any case. */
const FEW = 64
/**
 * More are never in hand, not even in a burst: a slow machine takes seconds for these, and a quick one is never idle with
 * them.
 */
const MOST = 1_000
const BUCKET_MS = 100
/** How far back it looks. */
const WINDOW_MS = 2_000
/** A burst is not refused before it is known how quickly it is worked off. */
const FIRST_MS = 1_000
/** A request whose body takes longer waits for its sender. */
const ARRIVING_MS = 1_000
/** Of an endless queue; long enough for every limit. */
const ENDLESS_MS = 60_000

interface Bucket {
  start: number
  /** Those that arrived then, and whose bodies are still on their way. */
  arriving: number
  ended: number
  /** Those that took less than `QUICK_MS`. */
  quick: number
}

/** Where more than a tenth takes less than this, the others wait for something else, and not for each other. */
const QUICK_MS = 100
const QUICK_SHARE = 0.1

interface Options {
  /** Nothing that is measured waits for anybody outside: when none ends, none will soon. */
  isAlwaysQuick: boolean
}

/**
 * Estimates how long a request that arrives now would wait: the number of those that are in hand, divided by how many
 * end in a second. A request is in hand from its arrival, because in a flood even reading its body takes its turn. It is
 * told the time, in milliseconds.
 */
export class WaitMeter {
  readonly #isAlwaysQuick: boolean
  #inHand = 0
  /** Since when there have been many at a time. */
  #busySince: number | undefined
  #buckets: Bucket[] = []

  constructor({ isAlwaysQuick }: Options) {
    this.#isAlwaysQuick = isAlwaysQuick
  }

  arrive(now: number): void {
    this.#bucketOf(now).arriving++
    if (this.#countAt(now) >= FEW) this.#busySince ??= now
  }

  /** The whole body is there. */
  begin(arrivedAt: number): void {
    this.leave(arrivedAt)
    this.#inHand++
  }

  /** The sender went away before the whole body was there. */
  leave(arrivedAt: number): void {
    const bucket = this.#buckets.findLast(({ start }) => start <= arrivedAt)
    if (bucket) bucket.arriving--
  }

  end(now: number, beganAt: number): void {
    this.#inHand--
    if (this.#countAt(now) < FEW) this.#busySince = undefined
    const bucket = this.#bucketOf(now)
    bucket.ended++
    if (now - beganAt < QUICK_MS) bucket.quick++
  }

  /** How long requests wait, in milliseconds; 0 when nobody waits. */
  waitMs(now: number): number {
    if (this.#busySince === undefined) return 0
    const count = this.#countAt(now)
    if (count >= MOST) return ENDLESS_MS
    if (count < FEW || now - this.#busySince < FIRST_MS) return 0
    const since = Math.max(this.#busySince, now - WINDOW_MS)
    const recent = this.#buckets.filter(({ start }) => start + BUCKET_MS > since)
    const ended = recent.reduce((sum, bucket) => sum + bucket.ended, 0)
    const quick = recent.reduce((sum, bucket) => sum + bucket.quick, 0)
    // A store that pauses for a moment is no flood: whoever comes now waits at least as long as those before.
    if (ended === 0) return this.#isAlwaysQuick ? Math.min(ENDLESS_MS, now - this.#busySince) : 0
    if (quick > ended * QUICK_SHARE) return 0
    return Math.min(ENDLESS_MS, (count * (now - since)) / ended)
  }

  #countAt(now: number): number {
    let count = this.#inHand
    // For every message, so it makes no lists.
    for (let index = this.#buckets.length - 1; index >= 0; index--) {
      const { start, arriving } = this.#buckets[index] as Bucket
      if (start <= now - ARRIVING_MS - BUCKET_MS) break
      count += arriving
    }
    return count
  }

  #bucketOf(now: number): Bucket {
    const last = this.#buckets.at(-1)
    if (last && now < last.start + BUCKET_MS) return last
    const bucket = { start: now, arriving: 0, ended: 0, quick: 0 }
    this.#buckets = [...this.#buckets.filter(({ start }) => start > now - WINDOW_MS - BUCKET_MS), bucket]
    return bucket
  }
}

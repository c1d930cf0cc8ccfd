/** How often each time occurs, as it is stored: by its rounded seconds. */
export type StoredHistogram = Record<string, number>

/** Those of the exact times, and those of each ten times as much: 50 in steps of 2, 75 in steps of 4, 50 in steps of 10. */
const BUCKETS = { exact: 100, ofTwo: 50, ofFour: 75, ofTen: 50, all: 175 }

/**
 * The bucket of a time, in whole seconds. Times are rounded down by less than two per cent: exact below 100, then in steps of
 * 2, 4 and 10, then of ten times as much. Those from a second to a month are a few hundred buckets, which can be counted
 * instead of kept. Down, so that the chats that took as long as a figure says, or longer, are those that it was made of.
 */
export function bucketOf(seconds: number): number {
  if (seconds < BUCKETS.exact) return Math.max(0, seconds)
  let unit = 1
  let bucket = BUCKETS.exact
  while (seconds >= unit * 1_000) {
    unit *= 10
    bucket += BUCKETS.all
  }
  const units = Math.floor(seconds / unit)
  if (units < 200) return bucket + Math.floor((units - 100) / 2)
  if (units < 500) return bucket + BUCKETS.ofTwo + Math.floor((units - 200) / 4)
  return bucket + BUCKETS.ofTwo + BUCKETS.ofFour + Math.floor((units - 500) / 10)
}

/** The least seconds in a bucket. */
export function secondsOf(bucket: number): number {
  if (bucket < BUCKETS.exact) return bucket
  const unit = 10 ** Math.floor((bucket - BUCKETS.exact) / BUCKETS.all)
  const place = (bucket - BUCKETS.exact) % BUCKETS.all
  if (place < BUCKETS.ofTwo) return (100 + place * 2) * unit
  if (place < BUCKETS.ofTwo + BUCKETS.ofFour) return (200 + (place - BUCKETS.ofTwo) * 4) * unit
  return (500 + (place - BUCKETS.ofTwo - BUCKETS.ofFour) * 10) * unit
}

/** How often each time occurs. */
export class Histogram {
  #counts = new Uint32Array()

  /** Counts a time by its bucket, or several. */
  add(bucket: number, count = 1): void {
    if (bucket >= this.#counts.length) this.#growTo(bucket)
    this.#counts[bucket] = (this.#counts[bucket] as number) + count
  }

  addAll(other: Histogram): void {
    other.#counts.forEach((count, bucket) => {
      if (count > 0) this.add(bucket, count)
    })
  }

  addStored(stored: StoredHistogram): void {
    for (const [seconds, count] of Object.entries(stored)) this.add(bucketOf(Number(seconds)), count)
  }

  /** The seconds that occur, shortest first. */
  entries(): (readonly [seconds: number, count: number])[] {
    const entries: (readonly [number, number])[] = []
    this.#counts.forEach((count, bucket) => {
      if (count > 0) entries.push([secondsOf(bucket), count])
    })
    return entries
  }

  #growTo(bucket: number): void {
    const grown = new Uint32Array(Math.max(64, 2 * bucket))
    grown.set(this.#counts)
    this.#counts = grown
  }
}

/**
 * What several histograms say together. It is computed when it is asked for, because a report of many rows shows little
 * of each.
 */
export class TimesOf {
  readonly #histograms: readonly Histogram[]
  #added: readonly (readonly [seconds: number, count: number])[] | undefined

  constructor(...histograms: readonly Histogram[]) {
    this.#histograms = histograms
  }

  /** How many times were counted. */
  get count(): number {
    return this.#entries.reduce((sum, [, count]) => sum + count, 0)
  }

  /** Null when there are none, as the median is. */
  get median(): number | null {
    return this.#percentile(0.5)
  }

  get p90(): number | null {
    return this.#percentile(0.9)
  }

  get #entries() {
    if (!this.#added) {
      const sum = new Histogram()
      for (const histogram of this.#histograms) sum.addAll(histogram)
      this.#added = sum.entries()
    }
    return this.#added
  }

  /** The time that this share of all (0 to 1) does not exceed, by the nearest rank. */
  #percentile(share: number): number | null {
    const rank = Math.max(1, Math.ceil(this.count * share))
    let passed = 0
    for (const [seconds, count] of this.#entries) {
      passed += count
      if (passed >= rank) return seconds
    }
    return null
  }
}

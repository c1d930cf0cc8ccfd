/** How often each number of seconds occurs; they are rounded by `roundSeconds`, so that there are few of them. */
export type Histogram = Record<string, number>

/**
 * Seconds, rounded down by less than two per cent: exact below 100, then in steps of 2, 4 and 10, then of ten times as much.
 * Times from a second to a month are a few hundred numbers, which can be counted instead of kept. Down, so that the chats
 * that took as long as a figure says, or longer, are those that it was made of.
 */
export function roundSeconds(seconds: number): number {
  if (seconds < 100) return seconds
  const tens = 10 ** (Math.floor(Math.log10(seconds)) - 2)
  const first = seconds / (tens * 100)
  const step = tens * (first < 2 ? 2 : first < 5 ? 4 : 10)
  return Math.floor(seconds / step) * step
}

/** Counts a rounded time. */
export function addTime(histogram: Histogram, seconds: number): void {
  histogram[seconds] = (histogram[seconds] ?? 0) + 1
}

/** What histograms together say; it is looked at when it is asked for, because a report of many rows shows little of each. */
export class TimesOf {
  readonly #histograms: readonly Histogram[]
  #sorted: readonly (readonly [seconds: number, count: number])[] | undefined

  constructor(...histograms: readonly Histogram[]) {
    this.#histograms = histograms
  }

  /** How many times were counted. */
  get count(): number {
    return this.#entries.reduce((sum, [, count]) => sum + count, 0)
  }

  /** Null when there are none, as the other. */
  get median(): number | null {
    return this.#percentile(0.5)
  }

  get p90(): number | null {
    return this.#percentile(0.9)
  }

  get #entries() {
    this.#sorted ??= this.#histograms
      .flatMap((histogram) =>
        Object.entries(histogram).map(([seconds, count]) => [Number(seconds), count] as const),
      )
      .toSorted(([a], [b]) => a - b)
    return this.#sorted
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

/** How often each number of seconds occurs; they are rounded by `roundSeconds`, so that there are few of them. */
export type Histogram = Record<string, number>

/**
 * Seconds, rounded down by less than two per cent: exact below 100, then in steps of 2, 4 and 10, then of ten times as much.
 * Times from a second to a month are a few hundred numbers, which can be counted instead of kept. Down, so that the chats
 * that took as long as a figure says, or longer, are those that it was made of.
 */
function roundSeconds(seconds: number): number {
  if (seconds < 100) return seconds
  const tens = 10 ** (Math.floor(Math.log10(seconds)) - 2)
  const first = seconds / (tens * 100)
  const step = tens * (first < 2 ? 2 : first < 5 ? 4 : 10)
  return Math.floor(seconds / step) * step
}

/** Counts a time. */
export function addTime(histogram: Histogram, seconds: number): void {
  const rounded = roundSeconds(seconds)
  histogram[rounded] = (histogram[rounded] ?? 0) + 1
}

/** The time that this share of all (0 to 1) does not exceed, by the nearest rank; null when there are none. */
export function percentile(histogram: Histogram, share: number): number | null {
  const total = countTimes(histogram)
  const rank = Math.max(1, Math.ceil(total * share))
  let passed = 0
  // Keys that are whole numbers are in their order.
  for (const [seconds, count] of Object.entries(histogram)) {
    passed += count
    if (passed >= rank) return Number(seconds)
  }
  return null
}

/** How many times were counted. */
export function countTimes(histogram: Histogram): number {
  return Object.values(histogram).reduce((sum, count) => sum + count, 0)
}

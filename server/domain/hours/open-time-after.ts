import type { OpeningHours } from './opening-hours.ts'
import { localDate, openSpansOn } from './opening-spans.ts'

/** Time that does not pass within this many days counts as never passing. */
const MOST_DAYS = 730

/**
 * When so much time has passed since a moment during which it is open, in milliseconds. Without hours it always is. Null
 * when that is not within two years.
 */
export function openTimeAfter(hours: OpeningHours | null, after: Date, duration: number): Date | null {
  if (!hours) return new Date(after.getTime() + duration)
  const { closedUntil, timeZone } = hours
  let now = Math.max(after.getTime(), closedUntil?.getTime() ?? 0)
  let left = duration
  let day = localDate(timeZone, new Date(now))
  for (let count = 0; count < MOST_DAYS; count++, day = day.add({ days: 1 })) {
    for (const { from, to } of openSpansOn(day, hours)) {
      const begin = Math.max(from, now)
      if (begin >= to) continue
      if (to - begin >= left) return new Date(begin + left)
      left -= to - begin
      now = to
    }
  }
  return null
}

import type { OpeningHours } from './opening-hours.ts'
import { localDate, openSpansOn } from './opening-spans.ts'

/** Hours that do not open within this many days count as never opening. */
const MOST_DAYS = 730

/** The first moment from this one on at which it is open; null when that is not within two years. */
export function nextOpening(hours: OpeningHours, after: Date): Date | null {
  const { closedUntil, timeZone } = hours
  const since = closedUntil && closedUntil > after ? closedUntil : after
  let day = localDate(timeZone, since)
  for (let count = 0; count < MOST_DAYS; count++, day = day.add({ days: 1 })) {
    const [next] = openSpansOn(day, hours).filter(({ to }) => to > since.getTime())
    if (next) return new Date(Math.max(next.from, since.getTime()))
  }
  return null
}

import type { Temporal } from 'temporal-polyfill'
import type { OpeningHours } from './opening-hours.ts'
import { localDate, type OpeningSpan, spansFrom, wholeDay } from './opening-spans.ts'

/** Hours that do not open within so many days do not open. */
const MOST_DAYS = 730

/** The first moment from this one on at which it is open; null when that is not within two years. */
export function nextOpening(hours: OpeningHours, after: Date): Date | null {
  const { closedUntil, timeZone } = hours
  const since = closedUntil && closedUntil > after ? closedUntil : after
  const holidays = new Set(hours.holidays.map(({ date }) => date))
  let day = localDate(timeZone, since)
  for (let count = 0; count < MOST_DAYS; count++, day = day.add({ days: 1 })) {
    if (holidays.has(day.toString())) continue
    const opening = openingOn(day, hours, since.getTime())
    if (opening !== null) return new Date(opening)
  }
  return null
}

/** The first moment of a day, but not before `since`, at which it is open. */
function openingOn(day: Temporal.PlainDate, hours: OpeningHours, since: number): number | null {
  const spans = spansOf(day, hours)
  if (spans.length === 0) return null
  const whole = wholeDay(day, hours.timeZone)
  const begins = spans
    .map(({ from, to }) => ({ from: Math.max(from, whole.from, since), to: Math.min(to, whole.to) }))
    .filter(({ from, to }) => from < to)
    .map(({ from }) => from)
  return begins.length > 0 ? Math.min(...begins) : null
}

function spansOf(day: Temporal.PlainDate, hours: OpeningHours): OpeningSpan[] {
  if (hours.weekly.length === 0) return [wholeDay(day, hours.timeZone)]
  return [day.subtract({ days: 1 }), day].flatMap((begin) => spansFrom(begin, hours))
}

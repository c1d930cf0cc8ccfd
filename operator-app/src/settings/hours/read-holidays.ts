import ICAL from 'ical.js'
import type { Holiday } from '../../graphql/business-hours.ts'
import { limits } from '../../limits.ts'

/** How far ahead days that come again are read, in years. */
const YEARS = 3
/** A rule may describe many more days than anybody celebrates. */
const MOST_STEPS = 5_000

/**
 * The whole days of a calendar file (iCalendar, RFC 5545) from a date on, with their names, in their order. Events with a
 * time are no holidays. Throws when the text is not a calendar.
 */
export function readHolidays(text: string, today: string): Holiday[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const until = `${Number(today.slice(0, 4)) + YEARS}${today.slice(4)}`
  const found = new Map<string, Holiday>()
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component)
    if (!event.startDate?.isDate) continue
    const name = (event.summary || '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, limits.name)
    if (!name) continue
    for (const date of daysOf(event, { today, until })) {
      if (found.size < limits.holidays) found.set(date, { date, name })
    }
  }
  return [...found.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Every day of every time that an event happens, within these dates. */
function* daysOf(event: ICAL.Event, { today, until }: { today: string; until: string }): Generator<string> {
  const lasts = Math.max(1, event.duration.toSeconds() / 86_400)
  const starts = event.isRecurring() ? event.iterator() : null
  let start: ICAL.Time | null = starts ? starts.next() : event.startDate
  for (let step = 0; start && step < MOST_STEPS; step++, start = starts ? starts.next() : null) {
    if (dateOf(start) > until) return
    const day = start.clone()
    for (let count = 0; count < lasts && count < limits.holidays; count++, day.adjust(1, 0, 0, 0)) {
      const date = dateOf(day)
      if (date >= today && date <= until) yield date
    }
  }
}

function dateOf(time: ICAL.Time): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`
}

import { Temporal } from 'temporal-polyfill'
import { type OpeningHours, WEEKDAYS } from './opening-hours.ts'

/** A time in which it is open, in milliseconds since 1970; `to` is exclusive. */
export interface OpeningSpan {
  from: number
  to: number
}

/** The local date in a time zone. */
export function localDate(timeZone: string, moment: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** The hours of the week that begin on this date, also those that end on the next. */
export function spansFrom(
  date: Temporal.PlainDate,
  { weekly, timeZone }: Pick<OpeningHours, 'weekly' | 'timeZone'>,
): OpeningSpan[] {
  const day = WEEKDAYS[date.dayOfWeek - 1]
  return weekly
    .filter((hours) => hours.day === day)
    .map(({ from, to }) => ({
      from: momentOf(date, from, { timeZone, ofTwo: 'earlier' }),
      to: momentOf(to > from ? date : date.add({ days: 1 }), to, { timeZone, ofTwo: 'later' }),
    }))
}

/** The whole of a date, which is not 24 hours when the clocks change. */
function wholeDay(date: Temporal.PlainDate, timeZone: string): OpeningSpan {
  const midnight = (of: Temporal.PlainDate) => of.toZonedDateTime(timeZone).epochMilliseconds
  return { from: midnight(date), to: midnight(date.add({ days: 1 })) }
}

/** When it is open on a date, in order; some may overlap. Nothing on a holiday. */
export function openSpansOn(date: Temporal.PlainDate, hours: OpeningHours): OpeningSpan[] {
  const day = date.toString()
  if (hours.holidays.some((holiday) => holiday.date === day)) return []
  const whole = wholeDay(date, hours.timeZone)
  if (hours.weekly.length === 0) return [whole]
  return [date.subtract({ days: 1 }), date]
    .flatMap((begin) => spansFrom(begin, hours))
    .map(({ from, to }) => ({ from: Math.max(from, whole.from), to: Math.min(to, whole.to) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from)
}

/**
 * When the clocks show a time on a date. Of a time that they show twice, it is the given one, so that hours in which they
 * go back have no gap; a time that they skip is the moment at which they do.
 */
function momentOf(
  date: Temporal.PlainDate,
  time: string,
  { timeZone, ofTwo }: { timeZone: string; ofTwo: 'earlier' | 'later' },
): number {
  const wall = time === '24:00' ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime(`${time}:00`)
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: ofTwo })
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds
  // The time after the gap may be the very moment, of which the transition is not the previous one.
  const after = wall.toZonedDateTime(timeZone, { disambiguation: 'later' }).add({ nanoseconds: 1 })
  return (after.getTimeZoneTransition('previous') ?? after).epochMilliseconds
}

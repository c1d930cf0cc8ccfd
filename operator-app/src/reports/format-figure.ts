import { locale } from '../messages/index.ts'

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dateAndYear = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const unit = (name: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' })
const hourOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
const regions = new Intl.DisplayNames(locale, { type: 'region' })
/** A Monday at midnight. */
const MONDAY = Date.UTC(2024, 0, 1)
const HOUR_MS = 3_600_000
const UNITS = [
  { seconds: 86_400, format: unit('day') },
  { seconds: 3_600, format: unit('hour') },
  { seconds: 60, format: unit('minute') },
  { seconds: 1, format: unit('second') },
]

/** "1,234", "1.5"; a dash for a missing value. */
export function formatNumber(value: number | null): string {
  return value === null ? '–' : number.format(value)
}

/** "3 min 12 sec": the two largest units. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '–'
  const at = UNITS.findIndex((one) => seconds >= one.seconds)
  const [large, small] = UNITS.slice(at === -1 ? -1 : at)
  if (!large) return '–'
  const rest = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0
  const first = large.format.format(Math.floor(seconds / large.seconds))
  return small && rest > 0 ? `${first} ${small.format.format(rest)}` : first
}

/** "87%"; a dash when there is nothing to be a share of. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : share.format(part / whole)
}

/** A date such as `2026-01-31`, or the month that begins on it. */
export function formatPeriod(start: string, isMonth: boolean): string {
  return (isMonth ? month : date).format(new Date(start))
}

/** "Jan 31, 2026", of a date such as `2026-01-31`. */
export function formatDate(day: string): string {
  return dateAndYear.format(new Date(day))
}

/** "Germany", by the code of the country. */
export function formatCountry(code: string): string {
  try {
    return regions.of(code) ?? code
  } catch {
    return code
  }
}

/** "14:00", of an hour of the day or of the week. */
export function formatHour(hour: number): string {
  return hourOfDay.format(MONDAY + hour * HOUR_MS)
}

/** "Monday", by its number from 0. */
export function formatWeekday(day: number): string {
  return weekday.format(MONDAY + day * 24 * HOUR_MS)
}

import { DAY_MS } from '../../durations.ts'
import type { ReportScope } from './report-scope.ts'

/** A range as whole months and the remaining days, all by their first date. */
export function splitIntoSpans({ from, to, staleMonths }: Pick<ReportScope, 'from' | 'to' | 'staleMonths'>): {
  months: string[]
  days: string[]
} {
  const dates = daysOf({ from, to })
  const months: string[] = []
  const days: string[] = []
  for (let index = 0; index < dates.length; ) {
    const date = dates[index] as string
    const length = date.endsWith('-01') ? lengthOfMonth(date) : 1
    if (length > 1 && index + length <= dates.length && !staleMonths.has(date)) {
      months.push(date)
      index += length
    } else {
      days.push(date)
      index += 1
    }
  }
  return { months, days }
}

/** All dates of a range. Dates have no time zone, so that all of them are as long; a report goes through thousands. */
export function daysOf({ from, to }: Pick<ReportScope, 'from' | 'to'>): string[] {
  const first = Date.parse(from)
  const length = (Date.parse(to) - first) / DAY_MS + 1
  return Array.from({ length }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(0, 10))
}

/** The month of a date, by its first date. */
export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`
}

function lengthOfMonth(date: string): number {
  const first = new Date(date)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
}

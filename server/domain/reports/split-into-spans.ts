import { Temporal } from 'temporal-polyfill'
import type { ReportScope } from './report-scope.ts'

/** A range as whole months and the remaining days, all by their first date. */
export function splitIntoSpans({ from, to, staleMonths }: Pick<ReportScope, 'from' | 'to' | 'staleMonths'>): {
  months: string[]
  days: string[]
} {
  const last = Temporal.PlainDate.from(to)
  const months: string[] = []
  const days: string[] = []
  let date = Temporal.PlainDate.from(from)
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    const next = date.add({ months: 1 })
    const isWhole = date.day === 1 && Temporal.PlainDate.compare(next.subtract({ days: 1 }), last) <= 0
    if (isWhole && !staleMonths.has(date.toString())) {
      months.push(date.toString())
      date = next
    } else {
      days.push(date.toString())
      date = date.add({ days: 1 })
    }
  }
  return { months, days }
}

/** All dates of a range. */
export function daysOf(dates: Pick<ReportScope, 'from' | 'to'>): string[] {
  const first = Temporal.PlainDate.from(dates.from)
  const { days } = first.until(Temporal.PlainDate.from(dates.to))
  return Array.from({ length: days + 1 }, (_, index) => first.add({ days: index }).toString())
}

/** The month of a date, by its first date. */
export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`
}

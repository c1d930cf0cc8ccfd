import { Temporal } from 'temporal-polyfill'
import { AppError } from '../../errors.ts'
import type { ReportDimension } from '../../generated/prisma/client.ts'

/** The longest range of a report, in days. */
export const LONGEST_REPORT = 1_100

/** The dates of a report in the account's time zone, both included. */
export interface ReportDates {
  /** `2026-01-31`. */
  from: string
  to: string
}

/** Which chats a report counts: all fields must match; absent and null ones do not restrict. */
export type ReportFilter = Partial<
  Record<'channelId' | 'departmentId' | 'operatorId' | 'tagId' | 'botId' | 'country', string | null>
>

/** What a report is about. */
export interface ReportScope extends ReportDates {
  accountId: string
  timeZone: string
  /** The channels of a supervisor, whose chats alone are counted; null for an admin, for whom all are. */
  channelIds: readonly string[] | null
  filter: ReportFilter
  /** The months whose rollups cannot be used: they are read by their days. */
  staleMonths: ReadonlySet<string>
}

/** The dimension that a field of the filter restricts. */
export const dimensionOf = {
  channelId: 'CHANNEL',
  departmentId: 'DEPARTMENT',
  operatorId: 'OPERATOR',
  tagId: 'TAG',
  botId: 'BOT',
  country: 'COUNTRY',
} as const satisfies Record<keyof ReportFilter, ReportDimension>

/** Throws `invalid_request` for dates that do not exist, in the wrong order, or too far apart. */
export function readReportDates({ from, to }: ReportDates): ReportDates {
  const first = readDate(from, 'from')
  const last = readDate(to, 'to')
  const days = first.until(last).days
  if (days < 0) throw new AppError('invalid_request', 'The range ends before it begins.', { field: 'to' })
  if (days >= LONGEST_REPORT)
    throw new AppError('invalid_request', `A report covers at most ${LONGEST_REPORT} days.`, {
      field: 'from',
    })
  return { from: first.toString(), to: last.toString() }
}

/** As many days as a range has, directly before it. */
export function datesBefore({ from, to }: ReportDates): ReportDates {
  const first = Temporal.PlainDate.from(from)
  const days = first.until(Temporal.PlainDate.from(to)).days + 1
  return { from: first.subtract({ days }).toString(), to: first.subtract({ days: 1 }).toString() }
}

function readDate(text: string, field: string): Temporal.PlainDate {
  try {
    // PostgreSQL has no year 0, and the previous period must not reach it.
    if (/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return Temporal.PlainDate.from(text)
  } catch {
    // As unreadable as anything else.
  }
  throw new AppError('invalid_request', 'Enter a date such as 2026-01-31.', { field })
}

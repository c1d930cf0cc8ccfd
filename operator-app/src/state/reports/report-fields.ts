import { type ArchiveSection, archivePath, reportsPath } from '../../browser/route.ts'
import { type ArchiveFields, formatFields, noFields } from '../archive/archive-fields.ts'

export const reportDimensions = [
  'CHANNEL',
  'DEPARTMENT',
  'OPERATOR',
  'TAG',
  'BOT',
  'COUNTRY',
  'PAGE',
] as const
type ReportDimension = (typeof reportDimensions)[number]

export const filterNames = ['channelId', 'departmentId', 'operatorId', 'tagId', 'botId', 'country'] as const
export type FilterName = (typeof filterNames)[number]

/** What a report shows; it is in the address. */
export interface ReportFields extends Record<FilterName, string> {
  /** Dates, both included. */
  from: string
  to: string
  compare: boolean
  by: ReportDimension
}

/** A report, or one of its tables that is not by a dimension. */
export type Exported = Omit<ReportFields, 'by'> & {
  by: ReportDimension | 'ALL' | 'HOUR' | 'PERIOD' | 'PRESENCE' | 'RATINGS'
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

/** The last days, with today. */
export function lastDays(days: number, now = new Date()): Pick<ReportFields, 'from' | 'to'> {
  const first = new Date(now)
  first.setDate(first.getDate() - days + 1)
  return { from: isoDate(first), to: isoDate(now) }
}

/** What an address asks for; what it does not say, or says wrongly, is as at first. */
export function readReportFields(query: string): ReportFields {
  const given = new URLSearchParams(query)
  const usual = lastDays(DEFAULT_DAYS)
  const date = (name: 'from' | 'to') => {
    const value = given.get(name) ?? ''
    return DATE.test(value) && !Number.isNaN(Date.parse(value)) ? value : usual[name]
  }
  const by = given.get('by')
  const filter = Object.fromEntries(filterNames.map((name) => [name, given.get(name) ?? '']))
  return {
    ...(filter as Record<FilterName, string>),
    from: date('from'),
    to: date('to'),
    compare: given.get('compare') === 'true',
    by: reportDimensions.find((name) => name === by) ?? 'CHANNEL',
  }
}

/** The address of a report. */
export function reportAddress(fields: ReportFields): string {
  return `${reportsPath()}?${parametersOf(fields)}`
}

/** Where the rows of a report are downloaded, and the others of its tables by their names. Ratings are not compared. */
export function reportExportPath(fields: Exported): string {
  const compare = fields.compare && fields.by !== 'RATINGS'
  return `${reportsPath()}/export?${parametersOf({ ...fields, compare })}`
}

/** The filter of the API. */
export function reportFilter(fields: ReportFields): Partial<Record<FilterName, string>> {
  return Object.fromEntries(filterNames.filter((name) => fields[name]).map((name) => [name, fields[name]]))
}

type Dates = Pick<ReportFields, 'from' | 'to'>

/** As many days as a report has, directly before them; or of some of its days, those that are as many days earlier. */
export function timeBefore({ from, to }: Dates, some: Dates = { from, to }): Dates {
  const days = Date.parse(to) - Date.parse(from) + DAY_MS
  const earlier = (date: string) => new Date(Date.parse(date) - days).toISOString().slice(0, 10)
  return { from: earlier(some.from), to: earlier(some.to) }
}

/** The closed chats of a report in the archive, with more fields of its filter. */
export function reportedChats(fields: ReportFields, more: Partial<ArchiveFields> = {}): string {
  return reported('chats', fields, more)
}

/** Its calls in the archive. */
export function reportedCalls(fields: ReportFields, more: Partial<ArchiveFields> = {}): string {
  return reported('calls', fields, more)
}

/** Its offline messages in the archive. */
export function reportedOfflineMessages(fields: ReportFields, more: Partial<ArchiveFields> = {}): string {
  return reported('offline-messages', fields, more)
}

function reported(section: ArchiveSection, fields: ReportFields, more: Partial<ArchiveFields>): string {
  const { compare: _, by: __, ...filter } = fields
  return archivePath(section) + formatFields({ ...noFields, ...filter, ...more })
}

function parametersOf({ compare, ...fields }: Exported): URLSearchParams {
  return new URLSearchParams(given({ ...fields, compare: compare ? 'true' : '' }))
}

function given(fields: Record<string, string>): [string, string][] {
  return Object.entries(fields).filter(([, value]) => value !== '')
}

function isoDate(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

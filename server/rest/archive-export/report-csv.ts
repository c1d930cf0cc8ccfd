import { type ContactCounts, countContacts } from '../../domain/reports/count-contacts.ts'
import { type OpenedReport, openReport } from '../../domain/reports/open-report.ts'
import { MOST_ROWS } from '../../domain/reports/read-figures.ts'
import type { ReportFigures, ReportTimes } from '../../domain/reports/report-figures.ts'
import { reportRowNames } from '../../domain/reports/report-row-names.ts'
import type { ReportScope } from '../../domain/reports/report-scope.ts'
import { sumUpPresence } from '../../domain/reports/sum-up-presence.ts'
import { sumUpDimension, sumUpPeriods, sumUpReport } from '../../domain/reports/sum-up-report.ts'
import type { Viewer } from '../../domain/viewer.ts'
import type { Services } from '../../services.ts'
import { BYTE_ORDER_MARK, lineOf } from '../../text/csv-line.ts'
import type { ReportExport } from './report-export.ts'

/** A file of figures. */
export interface FigureExport extends ReportExport {
  by: Exclude<ReportExport['by'], 'RATINGS'>
}

type Values = Record<string, number | null>

interface Line {
  /** What makes it the same line in the previous period. */
  key: string
  names: (string | null)[]
  values: Values
}

/** What the lines are about, and their figures. */
interface Table {
  names: string[]
  columns: string[]
  lines: Line[]
}

/**
 * One line for each value of a dimension, for each day or month, for how long each operator was online and away for each
 * reason, or for everything (RFC 4180). Throws `forbidden`, `invalid_request`.
 */
export async function reportToCsv(
  services: Services,
  viewer: Viewer,
  { dates, by, compare, filter }: FigureExport,
): Promise<Iterable<string>> {
  const report = await openReport(services, { viewer, dates, filter })
  const [now, before] = await Promise.all([
    readTable(services, { viewer, report, by }),
    compare ? readTable(services, { viewer, report, by, ofBefore: true }) : null,
  ])
  const earlier = new Map(before?.lines.map(({ key, values }) => [key, values]))
  const { names, columns } = now
  const header = [...names, ...columns, ...(before ? columns.map((name) => `before_${name}`) : [])]
  const lines = now.lines.map(({ key, names, values }) =>
    lineOf([
      ...names,
      ...columns.map((name) => values[name]),
      ...(before ? columns.map((name) => earlier.get(key)?.[name]) : []),
    ]),
  )
  return [BYTE_ORDER_MARK + lineOf(header), ...lines]
}

interface ReadTable {
  viewer: Viewer
  report: OpenedReport
  by: FigureExport['by']
  ofBefore?: boolean
}

async function readTable(
  services: Services,
  { viewer, report, by, ofBefore = false }: ReadTable,
): Promise<Table> {
  const scope = ofBefore ? report.before : report
  // One of those that are in the file may have been further down before.
  const most = ofBefore ? undefined : MOST_ROWS
  if (by === 'PRESENCE') return readPresence(services, viewer, scope, most)
  if (by === 'ALL') {
    const [figures, contacts] = await Promise.all([
      sumUpReport(services, scope),
      countContacts(services, scope),
    ])
    const values = { ...figuresOf(figures), ...contactsOf(contacts) }
    return { names: ['report'], columns: Object.keys(values), lines: [{ key: '', names: ['all'], values }] }
  }
  const rows =
    by === 'PERIOD'
      ? (await sumUpPeriods(services, report, { ofBefore })).map(({ start, figures }) => ({
          key: start,
          figures,
        }))
      : (await sumUpDimension(services, scope, { by })).slice(0, most)
  const { accountId } = viewer
  const nameOf =
    by === 'PERIOD'
      ? new Map<string, string>()
      : await reportRowNames(services.db, { accountId, by, keys: rows.map(({ key }) => key) })
  return {
    names: [by.toLowerCase()],
    columns: Object.keys(figureColumns),
    lines: rows.map(({ key, figures }) => ({
      key,
      names: [nameOf.get(key) ?? key],
      values: figuresOf(figures),
    })),
  }
}

/** A line for how long each operator was online, and one for each reason for which they were away. */
async function readPresence(
  services: Services,
  viewer: Viewer,
  scope: ReportScope,
  most?: number,
): Promise<Table> {
  const times = (await sumUpPresence(services, { viewer, scope })).slice(0, most)
  const keys = times.map(({ userId }) => userId)
  const { accountId } = viewer
  const nameOf = await reportRowNames(services.db, { accountId, by: 'OPERATOR', keys })
  const line = (userId: string, state: string, reason: string | null, seconds: number): Line => ({
    key: JSON.stringify([userId, state, reason]),
    names: [nameOf.get(userId) ?? userId, state, reason],
    values: { seconds },
  })
  return {
    names: ['operator', 'state', 'reason'],
    columns: ['seconds'],
    lines: times.flatMap(({ userId, onlineSeconds, away }) => [
      line(userId, 'ONLINE', null, onlineSeconds),
      ...away.map(({ reason, seconds }) => line(userId, 'AWAY', reason, seconds)),
    ]),
  }
}

const figureColumns: Record<string, (figures: ReportFigures) => number | null> = {
  chats: ({ chats }) => chats,
  answered: ({ answered }) => answered,
  missed: ({ missed }) => missed,
  answered_by_bot: ({ answeredByBot }) => answeredByBot,
  rated_positive: ({ ratedPositive }) => ratedPositive,
  rated_negative: ({ ratedNegative }) => ratedNegative,
  transfers: ({ transfers }) => transfers,
  chats_at_once: ({ chatsAtOnce }) => chatsAtOnce,
  ...timeColumns('first_reply', ({ firstReply }) => firstReply),
  ...timeColumns('first_reply_in_hours', ({ firstReplyInHours }) => firstReplyInHours),
  ...timeColumns('first_reply_out_of_hours', ({ firstReplyOutOfHours }) => firstReplyOutOfHours),
  ...timeColumns('reply', ({ reply }) => reply),
  ...timeColumns('handling', ({ handling }) => handling),
  first_reply_target_met: ({ firstReplyTarget }) => firstReplyTarget.met,
  first_reply_target_missed: ({ firstReplyTarget }) => firstReplyTarget.missed,
  closing_target_met: ({ closingTarget }) => closingTarget.met,
  closing_target_missed: ({ closingTarget }) => closingTarget.missed,
}

function timeColumns(name: string, read: (figures: ReportFigures) => ReportTimes) {
  return {
    [`${name}_median_seconds`]: (figures: ReportFigures) => read(figures).median,
    [`${name}_p90_seconds`]: (figures: ReportFigures) => read(figures).p90,
  }
}

function figuresOf(figures: ReportFigures): Values {
  return Object.fromEntries(Object.entries(figureColumns).map(([name, read]) => [name, read(figures)]))
}

function contactsOf(contacts: ContactCounts): Values {
  return {
    calls: contacts.calls,
    calls_answered: contacts.answeredCalls,
    calls_missed: contacts.missedCalls,
    offline_messages: contacts.offlineMessages,
    offline_messages_answered: contacts.answeredOfflineMessages,
    invitations: contacts.invitations,
    invitations_accepted: contacts.acceptedInvitations,
    invitations_dismissed: contacts.dismissedInvitations,
    automatic_invitations: contacts.automaticInvitations,
    automatic_invitations_answered: contacts.answeredAutomaticInvitations,
  }
}

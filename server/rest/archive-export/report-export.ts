import { z } from 'zod'
import { openReport } from '../../domain/reports/open-report.ts'
import type { ReportFigures, ReportTimes } from '../../domain/reports/report-figures.ts'
import { reportRowNames } from '../../domain/reports/report-row-names.ts'
import type { ReportDates, ReportFilter } from '../../domain/reports/report-scope.ts'
import { sumUpDimension, sumUpPeriods } from '../../domain/reports/sum-up-report.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { ReportDimension } from '../../generated/prisma/enums.ts'
import type { Services } from '../../services.ts'
import { BYTE_ORDER_MARK, lineOf } from '../../text/csv-line.ts'
import { idOf, readQuery } from './query-values.ts'

const { ALL: _, ...dimensions } = ReportDimension

/** The address's parameters: the arguments of the GraphQL query `report`, and by what the lines are told apart. */
const reportExportQuery = z.strictObject({
  from: z.string({ error: 'Write a date like 2026-01-31.' }),
  to: z.string({ error: 'Write a date like 2026-01-31.' }),
  by: z.enum({ ...dimensions, PERIOD: 'PERIOD' }, { error: 'Choose a dimension, or PERIOD.' }),
  channelId: idOf('Channel').optional(),
  departmentId: idOf('Department').optional(),
  operatorId: idOf('Operator').optional(),
  tagId: idOf('Tag').optional(),
  botId: idOf('Bot').optional(),
  country: z.string().max(2).optional(),
})

interface ReportExport {
  dates: ReportDates
  by: Exclude<ReportDimension, 'ALL'> | 'PERIOD'
  filter: ReportFilter
}

/** Throws `invalid_request`. */
export function readReportExportQuery(query: unknown): ReportExport {
  const { from, to, by, ...filter } = readQuery(reportExportQuery, query)
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return { dates: { from, to }, by, filter: Object.fromEntries(given) }
}

const columns: Record<string, (figures: ReportFigures) => number | null> = {
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

/** One line for each value of the dimension, or for each day or month (RFC 4180). Throws `forbidden`, `invalid_request`. */
export async function reportToCsv(
  services: Services,
  viewer: Viewer,
  { dates, by, filter }: ReportExport,
): Promise<Iterable<string>> {
  const report = await openReport(services, { viewer, dates, filter })
  const rows =
    by === 'PERIOD'
      ? (await sumUpPeriods(services, report)).map(({ start, figures }) => ({ name: start, figures }))
      : await namedRows(services, viewer, by, await sumUpDimension(services, report, by))
  const lines = rows.map(({ name, figures }) =>
    lineOf([name, ...Object.values(columns).map((read) => read(figures))]),
  )
  return [BYTE_ORDER_MARK + lineOf([by.toLowerCase(), ...Object.keys(columns)]), ...lines]
}

async function namedRows(
  { db }: Services,
  { accountId }: Viewer,
  by: Exclude<ReportDimension, 'ALL'>,
  rows: { key: string; figures: ReportFigures }[],
) {
  const names = await reportRowNames(db, { accountId, by, keys: rows.map(({ key }) => key) })
  return rows.map(({ key, figures }) => ({ name: names.get(key) ?? key, figures }))
}

import { z } from 'zod'
import type { ReportDates, ReportFilter } from '../../domain/reports/report-scope.ts'
import { ReportDimension } from '../../generated/prisma/enums.ts'
import { flag, idOf, readQuery } from './query-values.ts'

/** The address's parameters: the arguments of the GraphQL query `report`, and what the lines are. */
const reportExportQuery = z
  .strictObject({
    from: z.string({ error: 'Write a date like 2026-01-31.' }),
    to: z.string({ error: 'Write a date like 2026-01-31.' }),
    by: z.enum(
      { ...ReportDimension, PERIOD: 'PERIOD', PRESENCE: 'PRESENCE', RATINGS: 'RATINGS' },
      { error: 'Choose a dimension, ALL, PERIOD, PRESENCE or RATINGS.' },
    ),
    compare: flag.optional(),
    channelId: idOf('Channel').optional(),
    departmentId: idOf('Department').optional(),
    operatorId: idOf('Operator').optional(),
    tagId: idOf('Tag').optional(),
    botId: idOf('Bot').optional(),
    country: z.string().max(2).optional(),
  })
  .refine(({ by, compare }) => by !== 'RATINGS' || !compare, {
    path: ['compare'],
    error: 'Ratings are not compared with the previous period.',
  })

export interface ReportExport {
  dates: ReportDates
  /** ALL is one line of everything that a report counts, RATINGS one for each rated chat. */
  by: ReportDimension | 'PERIOD' | 'PRESENCE' | 'RATINGS'
  /** Whether each line has the previous period as well. */
  compare: boolean
  filter: ReportFilter
}

/** Throws `invalid_request`. */
export function readReportExportQuery(query: unknown): ReportExport {
  const { from, to, by, compare = false, ...filter } = readQuery(reportExportQuery, query)
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return { dates: { from, to }, by, compare, filter: Object.fromEntries(given) }
}

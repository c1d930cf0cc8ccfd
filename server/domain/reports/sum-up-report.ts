import type { ReportDimension } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { OpenedReport } from './open-report.ts'
import { readFigures } from './read-figures.ts'
import { type ReportFigures, reportFigures } from './report-figures.ts'
import type { ReportScope } from './report-scope.ts'
import { addFigures, type FigureTime, noFigures } from './rollups/figures.ts'
import { daysOf, monthOf } from './split-into-spans.ts'

/** The longest range that is shown day by day. */
export const MOST_DAYS = 92

/** The figures of everything that a report counts. */
export async function sumUpReport(
  services: Pick<Services, 'reads'>,
  scope: ReportScope,
): Promise<ReportFigures> {
  const [all] = await readFigures(services, scope)
  return reportFigures(all?.figures ?? noFigures())
}

/**
 * The same by day, or by month where there are more than 92 days; also of those without any chat. Each day of the
 * previous period belongs to the period of the day of the report that comes as many days later as the report has.
 */
export async function sumUpPeriods(
  services: Pick<Services, 'reads'>,
  report: OpenedReport,
  { ofBefore = false, times }: { ofBefore?: boolean; times?: readonly FigureTime[] } = {},
): Promise<{ start: string; figures: ReportFigures }[]> {
  const days = daysOf(report)
  const isDaily = days.length <= MOST_DAYS
  const periodOf = (day: string) => (isDaily ? day : monthOf(day))
  const sums = new Map(days.map((day) => [periodOf(day), noFigures()]))
  const scope = ofBefore ? report.before : report
  const startOf = new Map(
    ofBefore ? daysOf(scope).map((day, index) => [day, periodOf(days[index] ?? day)]) : [],
  )
  const rows = await readFigures(services, scope, { period: isDaily || ofBefore ? 'DAY' : 'MONTH', times })
  for (const { period, figures } of rows) {
    const sum = sums.get(startOf.get(period) ?? period)
    if (sum) addFigures(sum, figures)
  }
  return [...sums].map(([start, figures]) => ({ start, figures: reportFigures(figures) }))
}

/** The same by the values of a dimension, those with the most chats first; by page, only of `pages` if they are given. */
export async function sumUpDimension(
  services: Pick<Services, 'reads'>,
  scope: ReportScope,
  asked: { by: ReportDimension; times?: readonly FigureTime[]; pages?: readonly string[] },
): Promise<{ key: string; figures: ReportFigures }[]> {
  const rows = await readFigures(services, scope, asked)
  return rows
    .toSorted((a, b) => b.figures.chats - a.figures.chats || (a.key < b.key ? -1 : 1))
    .map(({ key, figures }) => ({ key, figures: reportFigures(figures) }))
}

import type { Services } from '../../services.ts'
import { requireSupervisor, type Viewer } from '../viewer.ts'
import { findReportState } from './find-report-state.ts'
import {
  datesBefore,
  type ReportDates,
  type ReportFilter,
  type ReportScope,
  readReportDates,
} from './report-scope.ts'

interface OpenReport {
  viewer: Viewer
  dates: ReportDates
  filter: ReportFilter
}

/** What a report is about, before anything of it is read. */
export interface OpenedReport extends ReportScope {
  /** As many days before. */
  before: ReportScope
  isIncomplete: boolean
}

/**
 * Begins a report: of all chats for an admin, of those in the channels that they see for a supervisor. Throws
 * `forbidden`, and `invalid_request` for dates that are not a range.
 */
export async function openReport(
  services: Pick<Services, 'reads'>,
  { viewer, dates, filter }: OpenReport,
): Promise<OpenedReport> {
  requireSupervisor(viewer)
  const range = readReportDates(dates)
  const { accountId, channelIds } = viewer
  const { timeZone, isIncomplete, staleMonths } = await findReportState(services, accountId)
  const scope = { ...range, accountId, timeZone, channelIds, filter, staleMonths: new Set(staleMonths) }
  return { ...scope, before: { ...scope, ...datesBefore(range) }, isIncomplete }
}

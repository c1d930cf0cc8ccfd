import { Temporal } from 'temporal-polyfill'
import type { Services } from '../../../services.ts'
import type { MailPart } from '../../mail/mail-parts.ts'
import type { Viewer } from '../../viewer.ts'
import { isIncompleteBefore } from '../find-report-state.ts'
import { openReport } from '../open-report.ts'
import { sumUpReport } from '../sum-up-report.ts'
import { shownFigures } from './shown-figures.ts'
import { weeklyReportLink } from './weekly-report-link.ts'

interface ComposeWeeklyReport {
  viewer: Viewer
  /** The Monday after the week that it is about. */
  week: string
  company: string
}

const range = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * The mail with the figures of a week that this viewer may see, next to those of the week before. Null while they are
 * being counted again, as after a change of the time zone.
 */
export async function composeWeeklyReport(
  services: Pick<Services, 'reads' | 'env'>,
  { viewer, week, company }: ComposeWeeklyReport,
): Promise<{ subject: string; parts: MailPart[] } | null> {
  const { http } = services.env
  const monday = Temporal.PlainDate.from(week)
  const dates = {
    from: monday.subtract({ days: 7 }).toString(),
    to: monday.subtract({ days: 1 }).toString(),
  }
  const report = await openReport(services, { viewer, dates, filter: {} })
  const [figures, before] = await Promise.all([
    sumUpReport(services, report),
    sumUpReport(services, report.before),
  ])
  // Only now is it known that nobody had deleted what was read.
  if (await isIncompleteBefore(services, viewer.accountId, week)) return null
  const url = `${http.publicUrl}/reports?${new URLSearchParams({ ...dates, compare: 'true' })}`
  const days = range.formatRange(new Date(dates.from), new Date(dates.to))
  const which = viewer.role === 'ADMIN' ? 'All chats' : 'Chats of the channels that you see'
  return {
    subject: `${company}: ${days}`,
    parts: [
      { kind: 'title', text: `The week at ${company}` },
      { kind: 'text', text: `${which} that were closed ${days}, next to those of the week before.` },
      ...shownFigures(figures, before).map((shown) => ({ kind: 'figure', ...shown, url }) as const),
      { kind: 'link', label: 'Open the report', url },
      {
        kind: 'smallLink',
        text: 'You get this e-mail every Monday because you chose it in your settings.',
        label: 'Unsubscribe',
        url: weeklyReportLink(services.env, viewer.userId),
      },
    ],
  }
}

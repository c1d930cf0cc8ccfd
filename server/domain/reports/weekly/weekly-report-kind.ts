import { Prisma } from '../../../generated/prisma/client.ts'
import { MAIL_CONNECTIONS } from '../../../outbound/create-mailer.ts'
import type { ClaimedItem, OutboxKind } from '../../../outbox/outbox-kind.ts'
import type { Services } from '../../../services.ts'
import { keepMail } from '../../mail/keep-mail.ts'
import { mailKind } from '../../mail/mail-kind.ts'
import { mailRow } from '../../mail/new-mail.ts'
import { toViewer, type ViewerRow, viewerColumns } from '../../viewer-row.ts'
import { composeWeeklyReport } from './compose-weekly-report.ts'
import { queueAgain } from './queue-again.ts'
import { WEEKLY_REPORT, weeklyReportData } from './weekly-report.ts'
import { weeklyReportLink } from './weekly-report-link.ts'

/** Who gets it, as they are when it is sent. */
interface Target extends ViewerRow {
  email: string
  accountName: string
}

const base = mailKind as unknown as OutboxKind<Target>

/**
 * A weekly report. It is composed when it is sent, with what its reader may see then. Nobody gets one who no longer
 * wants it, was deactivated or is no longer a supervisor. It waits while its figures are being counted again.
 */
export const weeklyReportKind: OutboxKind<Target> = {
  ...base,
  name: WEEKLY_REPORT,
  concurrency: MAIL_CONNECTIONS - 3,
  perReceiver: 1,
  skippedNote: () => 'The recipient no longer wants it, or can no longer see reports.',
  target: Prisma.sql`
    SELECT u.email, account.name AS "accountName", ${viewerColumns}
    FROM "User" u JOIN "Account" account ON account.id = u."accountId"
    WHERE u.id = item."receiverId" AND u."lastWeeklyReport" IS NOT NULL AND u."deactivatedAt" IS NULL
      AND (u.role = 'ADMIN' OR u.supervises)`,
  isWanted,
  payload: async (services, claimed) => {
    const { userId } = claimed.target
    const envelope = JSON.parse(await base.payload(services, claimed))
    return JSON.stringify({ ...envelope, unsubscribeUrl: weeklyReportLink(services.env, userId) })
  },
}

async function isWanted(services: Services, { item, target }: ClaimedItem<Target>): Promise<boolean> {
  const { id, accountId } = item
  const { week } = weeklyReportData.parse(item.data)
  const viewer = toViewer(target, {})
  const content = await composeWeeklyReport(services, { viewer, week, company: target.accountName })
  if (!content) {
    await queueAgain(services, item, week)
    return false
  }
  const row = mailRow(services, id, { accountId, kind: 'WEEKLY_REPORT', to: target.email, ...content })
  const { recipient, subject, text, html } = row
  await services.db.mail.upsert({
    where: { id },
    create: row,
    update: { recipient, subject, text, html },
  })
  if (services.mailer) return true
  await keepMail(services, item)
  return false
}

import { AppError } from '../../../errors.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { storeWeeklyReport } from './set-weekly-report.ts'
import { readWeeklyReportToken } from './weekly-report-link.ts'

interface Reader {
  userId: string
  company: string
}

const READS_REPORTS: Prisma.UserWhereInput = {
  deactivatedAt: null,
  OR: [{ role: 'ADMIN' }, { supervises: true }],
}

/**
 * Whose weekly reports the link in one of them is about. Throws `not_found` for a link that is wrong and, with
 * `mustGet`, for somebody who may no longer get reports.
 */
export async function findReportReader(
  { db, env }: Services,
  token: string,
  { mustGet = false } = {},
): Promise<Reader> {
  const userId = readWeeklyReportToken(env.secretKey, token)
  const user =
    userId &&
    (await db.user.findFirst({
      where: { id: userId, ...(mustGet && READS_REPORTS) },
      select: { account: { select: { name: true } } },
    }))
  if (!user) throw new AppError('not_found', 'This link is not valid. Copy all of it from the e-mail.')
  return { userId, company: user.account.name }
}

/** Ends or resumes the weekly reports of a person who has such a link; doing it again changes nothing. Throws `not_found`. */
export async function subscribeByLink(
  services: Services,
  { token, subscribes }: { token: string; subscribes: boolean },
): Promise<Reader> {
  const reader = await findReportReader(services, token, { mustGet: subscribes })
  await storeWeeklyReport(services.db, { userId: reader.userId, isWanted: subscribes })
  return reader
}

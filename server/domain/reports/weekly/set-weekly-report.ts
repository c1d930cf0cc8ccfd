import type { Db } from '../../../database/client.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { requireSupervisor, type Viewer } from '../../viewer.ts'
import { zoneSql } from '../report-zone.ts'
import { dueWeekSql } from './weekly-report.ts'

interface SetWeeklyReport {
  viewer: Viewer
  isWanted: boolean
}

/** Whether the viewer gets the weekly report by mail: the first one on the next Monday. Throws `forbidden` for operators. */
export async function setWeeklyReport(
  { db }: Pick<Services, 'db'>,
  { viewer, isWanted }: SetWeeklyReport,
): Promise<void> {
  requireSupervisor(viewer)
  await storeWeeklyReport(db, { userId: viewer.userId, isWanted })
}

/** The same for a person who has the link of such a mail. */
export async function storeWeeklyReport(
  db: Db,
  { userId, isWanted, now = new Date() }: { userId: string; isWanted: boolean; now?: Date },
): Promise<void> {
  const zone = zoneSql(Prisma.sql`"User"."accountId"`)
  await db.$executeRaw`
    UPDATE "User" SET "lastWeeklyReport" =
      CASE WHEN ${isWanted} THEN coalesce("lastWeeklyReport", ${dueWeekSql(zone, now)}) END
    WHERE id = ${userId}::uuid`
}

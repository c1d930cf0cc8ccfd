import type { z } from 'zod'
import { transact } from '../../../events/transact.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { laneOf } from '../../../outbox/lane.ts'
import type { Services } from '../../../services.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { tryOn } from '../../try-on.ts'
import { isIncompleteSql } from '../find-report-state.ts'
import { zoneSql } from '../report-zone.ts'
import { dueWeekSql, WEEKLY_REPORT, type weeklyReportData } from './weekly-report.ts'

/** The next sweep queues the rest. */
const BATCH = 200

interface DuePerson {
  userId: string
  accountId: string
  /** `2026-02-02`. */
  week: string
}

/**
 * Queues the weekly report for everybody who wants it and for whom it is due. A report waits until the week is counted.
 * One that could not be queued for weeks, because no worker ran, is about last week only. Each is queued once: the item is
 * stored in the transaction that says so.
 */
export async function queueWeeklyReports(services: Services, now = new Date()): Promise<void> {
  // It would be kept, and old figures are of no use when a mail server is configured later.
  if (!services.mailer) return
  for (const person of await findDue(services, now)) {
    const { accountId, userId } = person
    await tryOn(services, { accountId, userId }, () => queueReport(services, person))
  }
}

/** The first condition spares everybody else the look at their time zone: it is due nowhere before. */
function findDue({ db }: Services, now: Date): Promise<DuePerson[]> {
  return db.$queryRaw`
    SELECT person.id AS "userId", person."accountId", due.week::text AS week
    FROM "User" person
    CROSS JOIN LATERAL (SELECT ${zoneSql(Prisma.sql`person."accountId"`)} AS "timeZone") zone
    CROSS JOIN LATERAL (SELECT ${dueWeekSql(Prisma.sql`zone."timeZone"`, now)} AS week) due
    WHERE person."lastWeeklyReport" <= (${now}::timestamptz AT TIME ZONE 'UTC')::date - 6
      AND person."lastWeeklyReport" < due.week
      AND person."deactivatedAt" IS NULL AND (person.role = 'ADMIN' OR person.supervises)
      AND NOT ${isIncompleteSql(Prisma.sql`person."accountId"`, Prisma.sql`due.week`)}
      AND NOT EXISTS (
        SELECT FROM "StaleChatFact" stale JOIN "ArchivedChat" chat ON chat."chatId" = stale."chatId"
        WHERE chat."accountId" = person."accountId" AND chat."closedAt" < due.week::timestamp AT TIME ZONE zone."timeZone")
    ORDER BY person.id LIMIT ${BATCH}`
}

function queueReport(services: Services, { userId, accountId, week }: DuePerson): Promise<void> {
  return transact(services, async (work) => {
    const { count } = await work.tx.user.updateMany({
      where: { id: userId, lastWeeklyReport: { lt: new Date(week) } },
      data: { lastWeeklyReport: new Date(week) },
    })
    if (count === 0) return
    const id = uuidv7()
    const lane = laneOf(WEEKLY_REPORT, id)
    const data: z.infer<typeof weeklyReportData> = { week }
    await work.tx.outboxItem.create({
      data: { id, accountId, kind: WEEKLY_REPORT, lane, receiverId: userId, data },
    })
    work.wake(lane)
  })
}

import { z } from 'zod'
import { Prisma } from '../../../generated/prisma/client.ts'

/** The kind of the outbox. */
export const WEEKLY_REPORT = 'WEEKLY_REPORT'

/** On Monday, in the time zone of the account. */
const SENT_AT = Prisma.sql`interval '8 hours'`

/** `OutboxItem.data`. */
export const weeklyReportData = z.object({
  /** The Monday on which it is due, such as `2026-02-02`: it is about the seven days before. */
  week: z.iso.date(),
})

/** The Monday from whose morning on the report of the week before has been due, in this time zone. */
export function dueWeekSql(timeZone: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`date_trunc('week', (${now}::timestamptz AT TIME ZONE ${timeZone}) - ${SENT_AT})::date`
}

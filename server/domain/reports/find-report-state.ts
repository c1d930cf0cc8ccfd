import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reportZoneSql } from './report-zone.ts'

/** How far the rollups of an account are. */
export interface ReportState {
  timeZone: string
  /** Today in that zone. */
  today: string
  /** Days before today that are still to be summed up, or chats from before there were reports that are still to be counted. */
  isIncomplete: boolean
  staleMonths: string[]
}

/** How far the rollups of an account are. */
export async function findReportState(
  { reads }: Pick<Services, 'reads'>,
  accountId: string,
): Promise<ReportState> {
  const account = Prisma.sql`${accountId}::uuid`
  const [state] = await queryDirect<ReportState>(
    reads,
    Prisma.sql`
    SELECT zone."timeZone", today::text AS today,
      ${isIncompleteSql(account, Prisma.sql`today`)} AS "isIncomplete",
      ARRAY(SELECT start::text FROM "StaleReportSpan" WHERE "accountId" = ${account} AND span = 'MONTH') AS "staleMonths"
    FROM (
      SELECT ${reportZoneSql(account)} AS "timeZone"
    ) zone
    CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE zone."timeZone")::date AS today) calendar`,
  )
  if (!state) throw new Error('A query without a table always has a row.')
  return state
}

/** The same for the days before `day` alone. */
export async function isIncompleteBefore(
  { reads }: Pick<Services, 'reads'>,
  accountId: string,
  day: string,
): Promise<boolean> {
  const isIncomplete = isIncompleteSql(Prisma.sql`${accountId}::uuid`, Prisma.sql`${day}::date`)
  const rows = await queryDirect<{ is: boolean }>(reads, Prisma.sql`SELECT ${isIncomplete} AS is`)
  return rows[0]?.is ?? false
}

/** Whether days before `day` are still to be summed up, or chats from before there were reports still to be counted. */
export function isIncompleteSql(accountId: Prisma.Sql, day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(EXISTS (SELECT FROM "ChatFactBackfill") OR EXISTS (
    SELECT FROM "StaleReportSpan" WHERE "accountId" = ${accountId} AND span = 'DAY' AND start < ${day}))`
}

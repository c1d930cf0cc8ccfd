import type { Tx } from '../../database/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** The time zone of an account: that of its business hours; UTC by default, and where PostgreSQL does not know it. */
export function zoneSql(accountId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`known_time_zone(coalesce((
    SELECT hours."timeZone" FROM "BusinessHours" hours
    WHERE hours."accountId" = ${accountId} AND hours."channelId" IS NULL AND hours."departmentId" IS NULL), 'UTC'))`
}

/** The time zone in which the chats of an account are counted: after a change, the one before for a moment. */
export function reportZoneSql(accountId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(
    (SELECT zone."timeZone" FROM "ReportZone" zone WHERE zone."accountId" = ${accountId}), ${zoneSql(accountId)})`
}

/**
 * Makes all rollups of accounts stale that have another time zone now: their days begin at other times. Nothing is left to
 * be done afterwards.
 */
export async function followZones(tx: Tx): Promise<false> {
  const moved = await tx.$queryRaw<{ accountId: string; timeZone: string }[]>`
    UPDATE "ReportZone" zone SET "timeZone" = now."timeZone"
    FROM (SELECT "accountId", ${zoneSql(Prisma.sql`known."accountId"`)} AS "timeZone" FROM "ReportZone" known) now
    WHERE now."accountId" = zone."accountId" AND now."timeZone" <> zone."timeZone"
    RETURNING zone."accountId", zone."timeZone"`
  for (const { accountId, timeZone } of moved) {
    await tx.reportRollup.deleteMany({ where: { accountId } })
    await tx.staleReportSpan.deleteMany({ where: { accountId } })
    await tx.$executeRaw`
      INSERT INTO "StaleReportSpan" ("accountId", span, start)
      SELECT DISTINCT ${accountId}::uuid, 'DAY'::"ReportSpan", ("closedAt" AT TIME ZONE ${timeZone})::date
      FROM "ChatFact" WHERE "accountId" = ${accountId}::uuid`
  }
  return false
}

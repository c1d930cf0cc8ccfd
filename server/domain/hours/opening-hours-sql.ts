import { Prisma } from '../../generated/prisma/client.ts'

interface Place {
  accountId: Prisma.Sql
  channelId: Prisma.Sql
  /** By default without one. */
  departmentId?: Prisma.Sql
}

/**
 * The hours that hold at a place, as JSON for `readOpeningHours`: those of the department, or else of the channel, or
 * else of the account; NULL when there are none.
 */
export function openingHoursSql(place: Place): Prisma.Sql {
  return hoursAt(place, Prisma.sql`to_jsonb(hours)`)
}

/** The id of these hours. */
export function hoursIdSql(place: Place): Prisma.Sql {
  return hoursAt(place, Prisma.sql`hours.id`)
}

function hoursAt(
  { accountId, channelId, departmentId = Prisma.sql`NULL` }: Place,
  value: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`(
    SELECT ${value} FROM "BusinessHours" hours
    WHERE hours."accountId" = ${accountId} AND (hours."departmentId" = ${departmentId}
      OR hours."departmentId" IS NULL AND (hours."channelId" IS NULL OR hours."channelId" = ${channelId}))
    ORDER BY hours."departmentId" NULLS LAST, hours."channelId" NULLS LAST LIMIT 1)`
}

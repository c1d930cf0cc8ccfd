import { Prisma } from '../../generated/prisma/client.ts'

/** The time zone of an account, as an expression in SQL: that of its business hours, or else UTC. */
export function accountTimeZone(accountId: string): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT "timeZone" FROM "BusinessHours"
    WHERE "accountId" = ${accountId}::uuid AND "channelId" IS NULL AND "departmentId" IS NULL LIMIT 1), 'UTC')`
}

import { Prisma } from '../../generated/prisma/client.ts'
import { hoursIdSql } from '../hours/opening-hours-sql.ts'

const hours = hoursIdSql({
  accountId: Prisma.sql`chat."accountId"`,
  channelId: Prisma.sql`chat."channelId"`,
  departmentId: Prisma.sql`chat."departmentId"`,
})

/**
 * Whether somebody can be expected to take the chat `chat` now: it is within its hours, or its widget, `widget`, keeps the
 * chat open outside of them.
 */
export function whileOffered(closedHours: readonly string[]): Prisma.Sql {
  return Prisma.sql`(coalesce(NOT (widget."offlineForm" OR widget."hiddenOffline"), false)
    OR ${hours} = ANY(${[...closedHours]}::uuid[]) IS NOT TRUE)`
}

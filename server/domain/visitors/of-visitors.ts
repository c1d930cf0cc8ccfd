import { Prisma } from '../../generated/prisma/client.ts'
import { visitorWithNumber } from './visitor-with-number.ts'

/** Whose records to return; absent or null fields do not restrict. */
export interface OfVisitors {
  visitorNumber?: number | null
  /** Those of blacklisted visitors, or all others. */
  blacklisted?: boolean | null
}

/** The conditions on a column `"visitorId"`. An unknown visitor is not blacklisted. */
export function ofVisitors(accountId: string, { visitorNumber, blacklisted }: OfVisitors): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = []
  if (visitorNumber != null) {
    conditions.push(Prisma.sql`"visitorId" = (${visitorWithNumber(accountId, visitorNumber)})`)
  }
  if (blacklisted != null) {
    const listed = Prisma.sql`"visitorId" IN (
      SELECT id FROM "Visitor" WHERE "accountId" = ${accountId}::uuid AND "blacklistedAt" IS NOT NULL)`
    conditions.push(blacklisted ? listed : Prisma.sql`(${listed}) IS NOT TRUE`)
  }
  return conditions
}

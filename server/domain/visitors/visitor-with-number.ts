import { Prisma } from '../../generated/prisma/client.ts'

/**
 * Selects the id of the visitor with this number; for one who was merged, that of the visitor who has their chats now.
 */
export function visitorWithNumber(accountId: string, number: number): Prisma.Sql {
  return Prisma.sql`
    SELECT coalesce("mergedIntoId", id) FROM "Visitor" WHERE "accountId" = ${accountId}::uuid AND number = ${number}::int`
}

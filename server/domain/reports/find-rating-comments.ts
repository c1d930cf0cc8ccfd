import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { ratedBy } from './rated-by.ts'
import type { ReportScope } from './report-scope.ts'

/** The comments of a report. */
export const MOST_COMMENTS = 50

/** The ids of the chats that a report counts and whose visitors commented on their rating, most recently closed first. */
export async function findRatingComments(
  { reads }: Pick<Services, 'reads'>,
  scope: ReportScope,
): Promise<string[]> {
  const { accountId, timeZone, from, to } = scope
  const conditions = [
    // By the index of the chats with a comment, which are few.
    Prisma.sql`c."accountId" = ${accountId}::uuid AND c."ratingComment" IS NOT NULL AND a.rating IS NOT NULL`,
    Prisma.sql`c."closedAt" >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`,
    Prisma.sql`c."closedAt" < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`,
    ...ratedBy(scope),
  ]
  const found = await queryDirect<{ chatId: string }>(
    reads,
    Prisma.sql`
    SELECT a."chatId" FROM "Chat" c JOIN "ArchivedChat" a ON a."chatId" = c.id
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY c."closedAt" DESC LIMIT ${MOST_COMMENTS}`,
    { replan: true },
  )
  return found.map(({ chatId }) => chatId)
}

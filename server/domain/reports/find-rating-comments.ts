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
  // The chats with a comment are few, and come in their order by an index of their own: OFFSET keeps PostgreSQL from beginning
  // with all that somebody was in.
  const found = await queryDirect<{ chatId: string }>(
    reads,
    Prisma.sql`
    SELECT c.id AS "chatId" FROM "Chat" c CROSS JOIN LATERAL (
      SELECT FROM "ArchivedChat" a
      WHERE ${Prisma.join([Prisma.sql`a."chatId" = c.id AND a.rating IS NOT NULL`, ...ratedBy(scope)], ' AND ')} OFFSET 0
    ) rated
    WHERE c."accountId" = ${accountId}::uuid AND c."ratingComment" IS NOT NULL
      AND c."closedAt" >= ${from}::date::timestamp AT TIME ZONE ${timeZone}
      AND c."closedAt" < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}
    ORDER BY c."closedAt" DESC LIMIT ${MOST_COMMENTS}`,
    { replan: true },
  )
  return found.map(({ chatId }) => chatId)
}

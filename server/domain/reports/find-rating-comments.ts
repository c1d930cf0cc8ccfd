import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { ReportScope } from './report-scope.ts'

/** The comments of a report. */
export const MOST_COMMENTS = 50

/** The ids of the chats that a report counts and whose visitors commented on their rating, most recently closed first. */
export async function findRatingComments(
  { reads }: Pick<Services, 'reads'>,
  { accountId, timeZone, channelIds, from, to, filter }: ReportScope,
): Promise<string[]> {
  const conditions = [
    // By the index of the chats with a comment, which are few.
    Prisma.sql`c."accountId" = ${accountId}::uuid AND c."ratingComment" IS NOT NULL AND a.rating IS NOT NULL`,
    Prisma.sql`c."closedAt" >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`,
    Prisma.sql`c."closedAt" < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`,
  ]
  const { channelId, departmentId, operatorId, tagId, botId, country } = filter
  if (channelIds) conditions.push(Prisma.sql`a."channelId" = ANY(${[...channelIds]}::uuid[])`)
  if (channelId != null) conditions.push(Prisma.sql`a."channelId" = ${channelId}::uuid`)
  if (departmentId != null) conditions.push(Prisma.sql`a."departmentId" = ${departmentId}::uuid`)
  if (operatorId != null) conditions.push(Prisma.sql`a."operatorIds" && ARRAY[${operatorId}]::uuid[]`)
  if (tagId != null) conditions.push(Prisma.sql`a."tagIds" && ARRAY[${tagId}]::uuid[]`)
  if (botId != null) conditions.push(Prisma.sql`c."botId" = ${botId}::uuid`)
  if (country != null)
    conditions.push(
      Prisma.sql`EXISTS (SELECT FROM "ChatFact" f WHERE f."chatId" = a."chatId" AND f.country = ${country})`,
    )
  const found = await queryDirect<{ chatId: string }>(
    reads,
    Prisma.sql`
    SELECT a."chatId" FROM "Chat" c JOIN "ArchivedChat" a ON a."chatId" = c.id
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY c."closedAt" DESC LIMIT ${MOST_COMMENTS}`,
    { replan: true },
  )
  return found.map(({ chatId }) => chatId)
}

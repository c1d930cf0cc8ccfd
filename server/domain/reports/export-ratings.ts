import { queryDirect } from '../../database/query-direct.ts'
import { type ChatRating, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { ratedBy } from './rated-by.ts'
import type { ReportScope } from './report-scope.ts'

/** How a visitor rated a chat. */
export interface ExportedRating {
  chatId: string
  number: number
  closedAt: Date
  rating: ChatRating
  comment: string | null
  channel: string
  department: string | null
  operators: string[]
}

const BATCH = 500

/**
 * The ratings that a report counts, most recently closed chat first. It reads in batches, so that its memory does not grow;
 * when the caller stops iterating, reading stops.
 */
export async function* exportRatings(
  { reads }: Pick<Services, 'reads'>,
  scope: ReportScope,
): AsyncGenerator<ExportedRating> {
  let last: ExportedRating | undefined
  for (;;) {
    const ratings = await queryDirect<ExportedRating>(reads, selectRatings(scope, last), { replan: true })
    yield* ratings
    last = ratings.at(-1)
    if (ratings.length < BATCH) return
  }
}

function selectRatings(scope: ReportScope, last: ExportedRating | undefined): Prisma.Sql {
  const { accountId, timeZone, from, to } = scope
  const conditions = [
    Prisma.sql`a."accountId" = ${accountId}::uuid AND a.rating IS NOT NULL`,
    Prisma.sql`a."closedAt" >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`,
    Prisma.sql`a."closedAt" < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`,
    ...ratedBy(scope),
  ]
  if (last)
    conditions.push(
      Prisma.sql`(a."closedAt", a."chatId") < (${last.closedAt}::timestamptz, ${last.chatId}::uuid)`,
    )
  return Prisma.sql`
    SELECT a."chatId", c.number, a."closedAt", a.rating::text AS rating, c."ratingComment" AS comment,
      channel.name AS channel, department.name AS department,
      ARRAY(SELECT person.name FROM "User" person WHERE person.id = ANY(a."operatorIds")
        ORDER BY person.name, person.id) AS operators
    FROM "ArchivedChat" a JOIN "Chat" c ON c.id = a."chatId"
      JOIN "Channel" channel ON channel.id = a."channelId"
      LEFT JOIN "Department" department ON department.id = a."departmentId"
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY a."closedAt" DESC, a."chatId" DESC LIMIT ${BATCH}`
}

import { Prisma, type ReportDimension } from '../../../generated/prisma/client.ts'
import type { Figures, FigureTime } from './figures.ts'

/** The values of each dimension that a row of `selectCountedFacts` is counted for, as `keysOf` has them. */
const keysSql: Record<ReportDimension, Prisma.Sql> = {
  ALL: Prisma.sql`ARRAY['']`,
  CHANNEL: Prisma.sql`ARRAY["channelId"::text]`,
  DEPARTMENT: Prisma.sql`ARRAY[coalesce("departmentId"::text, '')]`,
  OPERATOR: Prisma.sql`CASE "operatorIds" WHEN '{}' THEN ARRAY[''] ELSE "operatorIds"::text[] END`,
  TAG: Prisma.sql`CASE "tagIds" WHEN '{}' THEN ARRAY[''] ELSE "tagIds"::text[] END`,
  BOT: Prisma.sql`ARRAY[coalesce("botId"::text, '')]`,
  COUNTRY: Prisma.sql`ARRAY[coalesce(country, '')]`,
  PAGE: Prisma.sql`ARRAY[coalesce(page, '')]`,
  HOUR: Prisma.sql`ARRAY[hour::text]`,
}

/** What is counted of facts, without the times. */
export type Counts = Omit<Figures, FigureTime>

/** Counts facts (of `selectCountedFacts`) by the values of a dimension and by day or month, in the database. */
export function countFacts(
  facts: Prisma.Sql,
  { by, period }: { by: ReportDimension; period?: 'DAY' | 'MONTH' | undefined },
): Prisma.Sql {
  const start = {
    DAY: Prisma.sql`day`,
    MONTH: Prisma.sql`left(day, 7) || '-01'`,
    NONE: Prisma.sql`''`,
  }[period ?? 'NONE']
  const count = (condition: Prisma.Sql) => Prisma.sql`(count(*) FILTER (WHERE ${condition}))::int`
  return Prisma.sql`
    SELECT key, ${start} AS period, count(*)::int AS chats,
      ${count(Prisma.sql`outcome = 'ANSWERED'`)} AS answered, ${count(Prisma.sql`outcome = 'MISSED'`)} AS missed,
      ${count(Prisma.sql`outcome = 'BOT'`)} AS "byBot", ${count(Prisma.sql`rating = 'POSITIVE'`)} AS positive,
      ${count(Prisma.sql`rating = 'NEGATIVE'`)} AS negative, sum(transfers)::int AS transfers,
      coalesce(sum("chatsAtOnce"), 0)::int AS "atOnce", count("chatsAtOnce")::int AS accepted,
      ${count(Prisma.sql`"firstReplyOnTime"`)} AS "firstReplyOnTime",
      ${count(Prisma.sql`NOT "firstReplyOnTime"`)} AS "firstReplyLate",
      ${count(Prisma.sql`"closedOnTime"`)} AS "closedOnTime", ${count(Prisma.sql`NOT "closedOnTime"`)} AS "closedLate"
    FROM (${facts}) fact CROSS JOIN LATERAL unnest(${keysSql[by]}) AS key
    GROUP BY 1, 2`
}

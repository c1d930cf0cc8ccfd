import { Prisma, type ReportDimension } from '../../generated/prisma/client.ts'
import { reportZoneSql } from './report-zone.ts'
import { hourOfWeekSql } from './rollups/counted-facts.ts'

/** What reports count a closed chat by; absent or null fields do not restrict. */
export interface CountedFilter {
  botId?: string | null | undefined
  country?: string | null | undefined
  /** As reports list pages. */
  page?: string | null | undefined
  /** The hour of the week at which it began, from 0 (Monday at midnight) to 167, in the time zone of the account. */
  hour?: number | null | undefined
  /** Whether it began within the business hours. */
  inHours?: boolean | null | undefined
  /** The first reply, any reply, and the handling took this many seconds or longer. */
  firstReplyFrom?: number | null | undefined
  replyFrom?: number | null | undefined
  handlingFrom?: number | null | undefined
  /** Whether it was transferred. */
  transferred?: boolean | null | undefined
  firstReplyOnTime?: boolean | null | undefined
  closedOnTime?: boolean | null | undefined
  /** A dimension of which it has no value. */
  without?: ReportDimension | null | undefined
}

/** Whether a fact has no value of a dimension; all have the others. */
const hasNone: Record<ReportDimension, Prisma.Sql> = {
  ALL: Prisma.sql`false`,
  CHANNEL: Prisma.sql`false`,
  DEPARTMENT: Prisma.sql`fact."departmentId" IS NULL`,
  OPERATOR: Prisma.sql`fact."operatorIds" = '{}'`,
  TAG: Prisma.sql`fact."tagIds" = '{}'`,
  BOT: Prisma.sql`fact."botId" IS NULL`,
  COUNTRY: Prisma.sql`fact.country IS NULL`,
  PAGE: Prisma.sql`fact.page IS NULL`,
  HOUR: Prisma.sql`false`,
}

/** The condition of the filter on a column that has the id of a chat; null without any field. */
export function countedAs(accountId: string, chatId: Prisma.Sql, filter: CountedFilter): Prisma.Sql | null {
  const conditions = [...factConditions(accountId, filter)]
  return conditions.length === 0
    ? null
    : Prisma.sql`EXISTS (SELECT FROM "ChatFact" fact
        WHERE fact."chatId" = ${chatId} AND ${Prisma.join(conditions, ' AND ')})`
}

/**
 * A condition that is true of the chats of an account that began in an hour of the week, and of a few others: an index
 * finds them, week by week. They are those of two hours, because one that the clock repeats begins an hour before
 * PostgreSQL reads it.
 */
export function beganAbout(accountId: string, chatId: Prisma.Sql, hour: number): Prisma.Sql {
  const closed = Prisma.sql`"Chat" WHERE "accountId" = ${accountId}::uuid AND status = 'CLOSED'`
  return Prisma.sql`${chatId} = ANY(ARRAY(
    SELECT chat.id FROM (SELECT ${reportZoneSql(Prisma.sql`${accountId}::uuid`)} AS name OFFSET 0) zone,
      LATERAL (SELECT min("createdAt") AT TIME ZONE zone.name AS began FROM ${closed}) first,
      LATERAL generate_series(date_trunc('week', first.began) + ${hour} * interval '1 hour',
        now() AT TIME ZONE zone.name, interval '1 week') AS hour (began),
      LATERAL (SELECT id FROM ${closed} AND "createdAt" >= hour.began AT TIME ZONE zone.name - interval '1 hour'
        AND "createdAt" < (hour.began + interval '1 hour') AT TIME ZONE zone.name OFFSET 0) chat))`
}

function* factConditions(accountId: string, filter: CountedFilter): Generator<Prisma.Sql> {
  const { botId, country, page, hour, inHours, firstReplyFrom, replyFrom, handlingFrom } = filter
  const { transferred, firstReplyOnTime, closedOnTime, without } = filter
  if (botId != null) yield Prisma.sql`fact."botId" = ${botId}::uuid`
  if (country != null) yield Prisma.sql`fact.country = ${country}`
  if (page != null) yield Prisma.sql`fact.page = ${page}`
  if (hour != null)
    yield Prisma.sql`${hourOfWeekSql(reportZoneSql(Prisma.sql`${accountId}::uuid`))} = ${hour}`
  if (inHours != null) yield Prisma.sql`fact."inHours" = ${inHours}`
  if (firstReplyFrom != null) yield Prisma.sql`fact."replySeconds"[1] >= ${firstReplyFrom}`
  if (replyFrom != null) yield Prisma.sql`${replyFrom} <= ANY(fact."replySeconds")`
  if (handlingFrom != null) yield Prisma.sql`fact."handlingSeconds" >= ${handlingFrom}`
  if (transferred != null) yield Prisma.sql`(fact.transfers > 0) = ${transferred}`
  if (firstReplyOnTime != null) yield Prisma.sql`fact."firstReplyOnTime" = ${firstReplyOnTime}`
  if (closedOnTime != null) yield Prisma.sql`fact."closedOnTime" = ${closedOnTime}`
  if (without != null) yield hasNone[without]
}

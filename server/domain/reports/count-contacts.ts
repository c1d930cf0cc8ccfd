import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { ReportScope } from './report-scope.ts'

/** What else happened in the range of a report, by when it began. */
export interface ContactCounts {
  calls: number
  answeredCalls: number
  missedCalls: number
  offlineMessages: number
  answeredOfflineMessages: number
  invitations: number
  acceptedInvitations: number
  dismissedInvitations: number
  automaticInvitations: number
  answeredAutomaticInvitations: number
}

/**
 * Counts calls, offline messages and invitations. They have no tags, no bot and no country: with such a filter there are
 * none. The same goes for calls with a department, for offline messages with an operator who has not answered them, and for
 * automatic invitations with either.
 */
export async function countContacts(
  { reads }: Pick<Services, 'reads'>,
  scope: ReportScope,
): Promise<ContactCounts> {
  const { accountId, timeZone, channelIds, from, to, filter } = scope
  const { channelId, departmentId, operatorId, tagId, botId, country } = filter
  const isOfChatsOnly = tagId != null || botId != null || country != null
  const within = (alias: string, columns: { channel: string; department: string; operator: string }) => {
    const conditions = [
      Prisma.sql`${Prisma.raw(`${alias}."accountId"`)} = ${accountId}::uuid`,
      Prisma.sql`${Prisma.raw(`${alias}."createdAt"`)} >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`,
      Prisma.sql`${Prisma.raw(`${alias}."createdAt"`)} < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`,
      Prisma.sql`${!isOfChatsOnly}`,
    ]
    const restrict = (column: string, id: string | null | undefined) =>
      id != null && conditions.push(Prisma.sql`${Prisma.raw(column)} = ${id}::uuid`)
    if (channelIds)
      conditions.push(Prisma.sql`${Prisma.raw(columns.channel)} = ANY(${[...channelIds]}::uuid[])`)
    restrict(columns.channel, channelId)
    restrict(columns.department, departmentId)
    restrict(columns.operator, operatorId)
    return Prisma.join(conditions, ' AND ')
  }
  const none = 'NULL::uuid'
  const calls = within('k', { channel: 'k."channelId"', department: none, operator: 'k."operatorId"' })
  const messages = within('o', {
    channel: 'o."channelId"',
    department: 'o."departmentId"',
    operator: 'o."answeredById"',
  })
  const invitations = within('i', {
    channel: 'v."channelId"',
    department: 'i."departmentId"',
    operator: 'i."userId"',
  })
  const triggers = [
    Prisma.sql`c."accountId" = ${accountId}::uuid AND t.day BETWEEN ${from}::date AND ${to}::date`,
    Prisma.sql`${!isOfChatsOnly && departmentId == null && operatorId == null}`,
    ...(channelIds ? [Prisma.sql`c.id = ANY(${[...channelIds]}::uuid[])`] : []),
    ...(channelId == null ? [] : [Prisma.sql`c.id = ${channelId}::uuid`]),
  ]
  const [counts] = await queryDirect<ContactCounts>(
    reads,
    Prisma.sql`
    SELECT * FROM (
      SELECT count(*)::int AS calls, count(*) FILTER (WHERE k.outcome = 'ANSWERED')::int AS "answeredCalls",
        count(*) FILTER (WHERE k.outcome = 'MISSED')::int AS "missedCalls"
      FROM "Call" k WHERE ${calls}
    ) calls, (
      SELECT count(*)::int AS "offlineMessages",
        count(*) FILTER (WHERE o.state = 'ANSWERED')::int AS "answeredOfflineMessages"
      FROM "OfflineMessage" o WHERE ${messages}
    ) messages, (
      SELECT count(*)::int AS invitations, count(*) FILTER (WHERE i.state = 'ACCEPTED')::int AS "acceptedInvitations",
        count(*) FILTER (WHERE i.state = 'DISMISSED')::int AS "dismissedInvitations"
      FROM "VisitInvitation" i JOIN "Visitor" v ON v.id = i."visitorId" WHERE ${invitations}
    ) invitations, (
      SELECT coalesce(sum(t.shown), 0)::int AS "automaticInvitations",
        coalesce(sum(t.answered), 0)::int AS "answeredAutomaticInvitations"
      FROM "Channel" c JOIN "TriggerDay" t ON t."channelId" = c.id WHERE ${Prisma.join(triggers, ' AND ')}
    ) triggers`,
    { replan: true },
  )
  if (!counts) throw new Error('Counts always are a row.')
  return counts
}

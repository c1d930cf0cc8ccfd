import { type ChatStatus, Prisma } from '../../generated/prisma/client.ts'
import { inRange, type TimeRange } from '../time-range.ts'

/** Which chats: all fields must match; of a list, any one entry. Omitted fields do not restrict. */
export interface ChatFilter {
  status?: readonly ChatStatus[] | null
  channelIds?: readonly string[] | null
  departmentIds?: readonly string[] | null
  /** Who is in it now; `[]` for nobody. */
  operatorIds?: readonly string[] | null
  visitorId?: string | null
  createdAt?: TimeRange | null
  closedAt?: TimeRange | null
  lastActivityAt?: TimeRange | null
}

/** The filter as a condition on `"Chat"`; `activity` is the column that has the time of the latest activity. */
export function chatsMatching(
  filter: ChatFilter,
  activity: 'lastActivityAt' | 'closedActivityAt' = 'lastActivityAt',
): Prisma.Sql {
  const { status, channelIds, departmentIds, operatorIds, visitorId } = filter
  const conditions = [
    status && Prisma.sql`"Chat".status = ANY(${[...status]}::"ChatStatus"[])`,
    channelIds && Prisma.sql`"Chat"."channelId" = ANY(${[...channelIds]}::uuid[])`,
    departmentIds && Prisma.sql`"Chat"."departmentId" = ANY(${[...departmentIds]}::uuid[])`,
    operatorIds && heldBy(operatorIds),
    visitorId && Prisma.sql`"Chat"."visitorId" = ${visitorId}::uuid`,
    inRange(Prisma.sql`"Chat"."createdAt"`, filter.createdAt),
    inRange(Prisma.sql`"Chat"."closedAt"`, filter.closedAt),
    inRange(Prisma.raw(`"Chat"."${activity}"`), filter.lastActivityAt),
  ].filter((condition) => condition instanceof Prisma.Sql)
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`
}

function heldBy(operatorIds: readonly string[]): Prisma.Sql {
  if (operatorIds.length === 0) {
    return Prisma.sql`NOT EXISTS (SELECT FROM "ChatMember" WHERE "chatId" = "Chat".id AND "leftAt" IS NULL)`
  }
  return Prisma.sql`"Chat".id IN (
    SELECT "chatId" FROM "ChatMember" WHERE "userId" = ANY(${[...operatorIds]}::uuid[]) AND "leftAt" IS NULL)`
}

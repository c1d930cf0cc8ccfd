import { type ChatRating, type ChatStatus, Prisma } from '../../generated/prisma/client.ts'
import { isFailedReply } from '../deliveries/failed-reply.ts'
import { tagged } from '../tags/tagged.ts'
import { inRange, type TimeRange } from '../time-range.ts'
import type { Viewer } from '../viewer.ts'

/** Which chats: all fields must match; of a list, any one entry. Omitted fields do not restrict. */
export interface ChatFilter {
  status?: readonly ChatStatus[] | null
  channelIds?: readonly string[] | null
  departmentIds?: readonly string[] | null
  /** Who is in it now; `[]` for nobody. */
  operatorIds?: readonly string[] | null
  /** Whether the viewer is in it now. */
  mine?: boolean | null
  visitorId?: string | null
  /** Those with one of these tags; `[]` for those without any. */
  tagIds?: readonly string[] | null
  ratings?: readonly ChatRating[] | null
  /** The visitor has waited for an answer for at least so many minutes. */
  unansweredMinutes?: number | null
  /** Whether a message could not be delivered. */
  hasFailedDeliveries?: boolean | null
  /** Whether the visitor is on the website now. */
  visitorOnSite?: boolean | null
  snoozed?: boolean | null
  createdAt?: TimeRange | null
  closedAt?: TimeRange | null
  lastActivityAt?: TimeRange | null
}

/** What a filter is about besides the chats. */
export interface FilterContext {
  viewer: Viewer
  /** The visitors of the chats who are on a website now (`findOnSite`); needed where `visitorOnSite` is given. */
  onSite?: ReadonlySet<string> | undefined
  /** The column that has the time of the latest activity. */
  activity?: 'lastActivityAt' | 'closedActivityAt'
}

/** Since when the visitor of an open chat waits for an operator: in the queue, or for an answer. Null when they do not. */
export const WAITING_SINCE = Prisma.sql`CASE "Chat".status
  WHEN 'QUEUED' THEN "Chat"."queuedAt" WHEN 'ACTIVE' THEN "Chat"."unansweredSince" END`

/** The filter as a condition on `"Chat"`. */
export function chatsMatching(filter: ChatFilter, context: FilterContext): Prisma.Sql {
  const { status, channelIds, departmentIds, operatorIds, visitorId, tagIds, ratings } = filter
  const { viewer, activity = 'lastActivityAt' } = context
  const conditions = [
    status && ofStatus(status),
    channelIds && Prisma.sql`"Chat"."channelId" = ANY(${[...channelIds]}::uuid[])`,
    departmentIds && Prisma.sql`"Chat"."departmentId" = ANY(${[...departmentIds]}::uuid[])`,
    operatorIds && heldBy(operatorIds),
    isGiven(filter.mine) && onlyIf(filter.mine, heldBy([viewer.userId])),
    visitorId && Prisma.sql`"Chat"."visitorId" = ${visitorId}::uuid`,
    tagIds && tagged('Chat', tagIds),
    ratings && Prisma.sql`"Chat".rating = ANY(${[...ratings]}::"ChatRating"[])`,
    isGiven(filter.unansweredMinutes) && waitingFor(filter.unansweredMinutes),
    isGiven(filter.hasFailedDeliveries) && onlyIf(filter.hasFailedDeliveries, HAS_FAILED),
    isGiven(filter.visitorOnSite) && onlyIf(filter.visitorOnSite, ofVisitors(context.onSite)),
    isGiven(filter.snoozed) && onlyIf(filter.snoozed, Prisma.sql`"Chat"."snoozedAt" IS NOT NULL`),
    inRange(Prisma.sql`"Chat"."createdAt"`, filter.createdAt),
    inRange(Prisma.sql`"Chat"."closedAt"`, filter.closedAt),
    inRange(Prisma.raw(`"Chat"."${activity}"`), filter.lastActivityAt),
  ].filter((condition) => condition instanceof Prisma.Sql)
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`
}

/** Written out, so that the partial indexes of open and of closed chats are found. */
function ofStatus(status: readonly ChatStatus[]): Prisma.Sql {
  if (status.length === 0) return Prisma.sql`FALSE`
  return Prisma.raw(`"Chat".status IN (${status.map((name) => `'${name}'`).join(', ')})`)
}

function heldBy(operatorIds: readonly string[]): Prisma.Sql {
  if (operatorIds.length === 0) {
    return Prisma.sql`NOT EXISTS (SELECT FROM "ChatMember" WHERE "chatId" = "Chat".id AND "leftAt" IS NULL)`
  }
  return Prisma.sql`"Chat".id IN (
    SELECT "chatId" FROM "ChatMember" WHERE "userId" = ANY(${[...operatorIds]}::uuid[]) AND "leftAt" IS NULL)`
}

function waitingFor(minutes: number): Prisma.Sql {
  return Prisma.sql`${WAITING_SINCE} <= now() - ${minutes}::int * interval '1 minute'`
}

const HAS_FAILED = Prisma.sql`EXISTS (
  SELECT FROM "OutboxItem" WHERE "chatId" = "Chat".id AND ${isFailedReply})`

function ofVisitors(visitorIds: ReadonlySet<string> = new Set()): Prisma.Sql {
  return Prisma.sql`"Chat"."visitorId" = ANY(${[...visitorIds]}::uuid[])`
}

function onlyIf(wanted: boolean, condition: Prisma.Sql): Prisma.Sql {
  return wanted ? condition : Prisma.sql`NOT (${condition})`
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}

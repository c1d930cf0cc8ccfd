import { type CallOutcome, type CallState, type CallType, Prisma } from '../../generated/prisma/client.ts'
import { inRange, type TimeRange } from '../time-range.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { type OfVisitors, ofVisitors } from '../visitors/of-visitors.ts'

/** Which calls: all of these hold, and of a list any entry. An omitted field leaves nothing out. */
export interface CallFilter extends OfVisitors {
  state?: readonly CallState[] | null
  type?: readonly CallType[] | null
  /** How they ended; none that is under way. */
  outcomes?: readonly CallOutcome[] | null
  channelIds?: readonly string[] | null
  operatorIds?: readonly string[] | null
  /** Whether it is under way: neither ended nor failed. */
  underWay?: boolean | null
  createdAt?: TimeRange | null
}

/** The condition on `"Call"` for being what the viewer may see and the filter leaves. */
export function callsMatching(viewer: Viewer, filter: CallFilter): Prisma.Sql {
  const { state, type, outcomes, channelIds, operatorIds, underWay, createdAt } = filter
  const conditions = [
    reachedBy(viewer),
    state && Prisma.sql`state = ANY(${[...state]}::"CallState"[])`,
    type && Prisma.sql`type = ANY(${[...type]}::"CallType"[])`,
    outcomes && Prisma.sql`outcome = ANY(${[...outcomes]}::"CallOutcome"[])`,
    channelIds && Prisma.sql`"channelId" = ANY(${[...channelIds]}::uuid[])`,
    operatorIds && Prisma.sql`"operatorId" = ANY(${[...operatorIds]}::uuid[])`,
    underWay === true && Prisma.sql`"endedAt" IS NULL`,
    underWay === false && Prisma.sql`"endedAt" IS NOT NULL`,
    inRange(Prisma.sql`"Call"."createdAt"`, createdAt),
    ...ofVisitors(viewer.accountId, filter),
  ].filter((condition) => condition instanceof Prisma.Sql)
  return Prisma.join(conditions, ' AND ')
}

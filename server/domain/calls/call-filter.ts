import { type CallOutcome, type CallState, type CallType, Prisma } from '../../generated/prisma/client.ts'
import type { TimeRange } from '../time-range.ts'
import type { Viewer } from '../viewer.ts'
import { type OfVisitors, ofVisitors } from '../visitors/of-visitors.ts'

/** Which calls: all fields must match; of a list, any one entry. Omitted fields do not restrict. */
export interface CallFilter extends OfVisitors {
  state?: readonly CallState[] | null
  type?: readonly CallType[] | null
  /** How they ended; excludes calls in progress. */
  outcomes?: readonly CallOutcome[] | null
  channelIds?: readonly string[] | null
  operatorIds?: readonly string[] | null
  /** Whether it is in progress: neither ended nor failed. */
  underWay?: boolean | null
  createdAt?: TimeRange | null
}

/** The conditions of the filter on `"Call"`, except for the time. */
export function* callsMatching({ accountId }: Viewer, filter: CallFilter): Generator<Prisma.Sql> {
  const { state, type, outcomes, channelIds, operatorIds, underWay } = filter
  if (state) yield Prisma.sql`state = ANY(${[...state]}::"CallState"[])`
  if (type) yield Prisma.sql`type = ANY(${[...type]}::"CallType"[])`
  if (outcomes) yield Prisma.sql`outcome = ANY(${[...outcomes]}::"CallOutcome"[])`
  if (channelIds) yield Prisma.sql`"channelId" = ANY(${[...channelIds]}::uuid[])`
  if (operatorIds) yield Prisma.sql`"operatorId" = ANY(${[...operatorIds]}::uuid[])`
  if (underWay != null) yield underWay ? Prisma.sql`"endedAt" IS NULL` : Prisma.sql`"endedAt" IS NOT NULL`
  yield* ofVisitors(accountId, filter)
}

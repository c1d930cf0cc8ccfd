import { type CallState, type CallType, Prisma } from '../../generated/prisma/client.ts'
import { inRange, type TimeRange } from '../time-range.ts'

/** Which calls: all of these hold, and of a list any entry. An omitted field leaves nothing out. */
export interface CallFilter {
  state?: readonly CallState[] | null
  type?: readonly CallType[] | null
  channelIds?: readonly string[] | null
  operatorIds?: readonly string[] | null
  /** Whether it is under way: neither ended nor failed. */
  underWay?: boolean | null
  createdAt?: TimeRange | null
}

/** The filter as a condition on `"Call"`. */
export function callsMatching({
  state,
  type,
  channelIds,
  operatorIds,
  underWay,
  createdAt,
}: CallFilter): Prisma.Sql {
  const conditions = [
    state && Prisma.sql`"Call".state = ANY(${[...state]}::"CallState"[])`,
    type && Prisma.sql`"Call".type = ANY(${[...type]}::"CallType"[])`,
    channelIds && Prisma.sql`"Call"."channelId" = ANY(${[...channelIds]}::uuid[])`,
    operatorIds && Prisma.sql`"Call"."operatorId" = ANY(${[...operatorIds]}::uuid[])`,
    underWay === true && Prisma.sql`"Call"."endedAt" IS NULL`,
    underWay === false && Prisma.sql`"Call"."endedAt" IS NOT NULL`,
    inRange(Prisma.sql`"Call"."createdAt"`, createdAt),
  ].filter((condition) => condition instanceof Prisma.Sql)
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`
}

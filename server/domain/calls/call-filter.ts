import { type CallState, type CallType, Prisma } from '../../generated/prisma/client.ts'
import { inRange, type TimeRange } from '../time-range.ts'
import { readSearch, visitorsMatching } from '../visitors/match-visitors.ts'

/** Which calls: all of these hold, and of a list any entry. An omitted field leaves nothing out. */
export interface CallFilter {
  state?: readonly CallState[] | null
  type?: readonly CallType[] | null
  channelIds?: readonly string[] | null
  operatorIds?: readonly string[] | null
  /** Whether it is under way: neither ended nor failed. */
  underWay?: boolean | null
  createdAt?: TimeRange | null
  /** Words that are part of the number, or of the visitor's name, e-mail address, number or id. */
  search?: string | null
}

/** Fewer digits than this are part of too many numbers to be looked for. */
const FEWEST_DIGITS = 3

/** The filter as a condition on `"Call"` within an account. */
export function callsMatching(
  accountId: string,
  { state, type, channelIds, operatorIds, underWay, createdAt, search }: CallFilter,
): Prisma.Sql {
  const conditions = [
    state && Prisma.sql`"Call".state = ANY(${[...state]}::"CallState"[])`,
    type && Prisma.sql`"Call".type = ANY(${[...type]}::"CallType"[])`,
    channelIds && Prisma.sql`"Call"."channelId" = ANY(${[...channelIds]}::uuid[])`,
    operatorIds && Prisma.sql`"Call"."operatorId" = ANY(${[...operatorIds]}::uuid[])`,
    underWay === true && Prisma.sql`"Call"."endedAt" IS NULL`,
    underWay === false && Prisma.sql`"Call"."endedAt" IS NOT NULL`,
    inRange(Prisma.sql`"Call"."createdAt"`, createdAt),
    callsFound(accountId, readSearch(search ?? '')),
  ].filter((condition) => condition instanceof Prisma.Sql)
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`
}

function callsFound(accountId: string, words: string | null): Prisma.Sql | null {
  if (words === null) return null
  const visitors = Prisma.sql`"Call"."visitorId" IN (
    SELECT id FROM "Visitor" WHERE "Visitor"."accountId" = ${accountId}::uuid AND ${visitorsMatching(words)})`
  // However it is typed: a number is stored with its country code and without blanks.
  const digits = /^[\d\s()./+-]+$/.test(words) ? words.replace(/\D/g, '').replace(/^0+/, '') : ''
  if (digits.length < FEWEST_DIGITS) return visitors
  return Prisma.sql`(${visitors} OR "Call".phone LIKE ${`%${digits}%`})`
}

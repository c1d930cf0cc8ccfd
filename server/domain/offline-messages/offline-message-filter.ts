import { type OfflineMessageState, Prisma } from '../../generated/prisma/client.ts'
import { searchWords } from '../archive/search-words.ts'
import { inRange, type TimeRange } from '../time-range.ts'

/** Which offline messages: all of these hold, and of a list any entry. An omitted field leaves nothing out. */
export interface OfflineMessageFilter {
  state?: OfflineMessageState | null
  channelIds?: readonly string[] | null
  departmentIds?: readonly string[] | null
  /** Who answered. */
  operatorIds?: readonly string[] | null
  visitorNumber?: number | null
  createdAt?: TimeRange | null
}

/** The filter as a condition on `"OfflineMessage"`. */
export function offlineMessagesMatching(
  accountId: string,
  { state, channelIds, departmentIds, operatorIds, visitorNumber, createdAt }: OfflineMessageFilter,
): Prisma.Sql {
  const conditions = [
    state && Prisma.sql`state = ${state}::"OfflineMessageState"`,
    channelIds && Prisma.sql`"channelId" = ANY(${[...channelIds]}::uuid[])`,
    departmentIds && Prisma.sql`"departmentId" = ANY(${[...departmentIds]}::uuid[])`,
    operatorIds && Prisma.sql`"answeredById" = ANY(${[...operatorIds]}::uuid[])`,
    visitorNumber != null &&
      Prisma.sql`"visitorId" = (
        SELECT id FROM "Visitor" WHERE "accountId" = ${accountId}::uuid AND number = ${visitorNumber})`,
    inRange(Prisma.sql`"OfflineMessage"."createdAt"`, createdAt),
  ].filter((condition) => condition instanceof Prisma.Sql)
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`
}

/** The condition that it has every word of a search, or one that begins so; nothing without a search. */
export function offlineMessagesWith(search: string | null | undefined): Prisma.Sql[] {
  if (!search?.trim()) return []
  const { tsquery } = searchWords(search)
  return [tsquery ? Prisma.sql`document @@ ${tsquery}::tsquery` : Prisma.sql`FALSE`]
}

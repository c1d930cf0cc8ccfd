import type { ChatOutcome, ChatRating } from '../../generated/prisma/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type CountedFilter, countedAs } from '../reports/counted-filter.ts'
import { tagged } from '../tags/tagged.ts'
import type { Viewer } from '../viewer.ts'
import { type OfVisitors, ofVisitors } from '../visitors/of-visitors.ts'

/** Which closed chats to return; absent or null fields do not restrict. */
export interface ArchiveFilter extends OfVisitors {
  channelIds?: string[] | null
  /** Chats that one of these operators was in. */
  operatorIds?: string[] | null
  departmentIds?: string[] | null
  /** Chats with one of these tags; `[]` for those without any. */
  tagIds?: string[] | null
  ratings?: ChatRating[] | null
  outcomes?: ChatOutcome[] | null
  closedFrom?: Date | null | undefined
  /** The end, exclusive. */
  closedBefore?: Date | null | undefined
  counted?: CountedFilter | null | undefined
}

/** The conditions of the filter on `"ArchivedChat"`, except for the time. */
export function* archivedChats({ accountId }: Viewer, filter: ArchiveFilter): Generator<Prisma.Sql> {
  const { channelIds, operatorIds, departmentIds, tagIds, ratings, outcomes, counted } = filter
  if (channelIds) yield Prisma.sql`"channelId" = ANY(${channelIds}::uuid[])`
  if (operatorIds) yield Prisma.sql`"operatorIds" && ${operatorIds}::uuid[]`
  if (departmentIds) yield Prisma.sql`"departmentId" = ANY(${departmentIds}::uuid[])`
  if (tagIds) yield tagged('ArchivedChat', tagIds)
  if (ratings) yield Prisma.sql`rating = ANY(${ratings}::"ChatRating"[])`
  if (outcomes) yield Prisma.sql`outcome = ANY(${outcomes}::"ChatOutcome"[])`
  const counts = counted && countedAs(accountId, Prisma.sql`"ArchivedChat"."chatId"`, counted)
  if (counts) yield counts
  yield* ofVisitors(accountId, filter)
}

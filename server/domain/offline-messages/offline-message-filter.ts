import { type OfflineMessageState, Prisma } from '../../generated/prisma/client.ts'
import type { TimeRange } from '../time-range.ts'
import type { Viewer } from '../viewer.ts'
import { type OfVisitors, ofVisitors } from '../visitors/of-visitors.ts'

/**
 * Which offline messages: all fields must match; of a list, any one entry. Omitted fields do not restrict.
 */
export interface OfflineMessageFilter extends OfVisitors {
  state?: OfflineMessageState | null
  channelIds?: readonly string[] | null
  departmentIds?: readonly string[] | null
  /** Who answered. */
  operatorIds?: readonly string[] | null
  createdAt?: TimeRange | null
}

/** The conditions of the filter on `"OfflineMessage"`, except for the time. */
export function* offlineMessagesMatching(
  { accountId }: Viewer,
  filter: OfflineMessageFilter,
): Generator<Prisma.Sql> {
  const { state, channelIds, departmentIds, operatorIds } = filter
  if (state) yield Prisma.sql`state = ${state}::"OfflineMessageState"`
  if (channelIds) yield Prisma.sql`"channelId" = ANY(${[...channelIds]}::uuid[])`
  if (departmentIds) yield Prisma.sql`"departmentId" = ANY(${[...departmentIds]}::uuid[])`
  if (operatorIds) yield Prisma.sql`"answeredById" = ANY(${[...operatorIds]}::uuid[])`
  yield* ofVisitors(accountId, filter)
}

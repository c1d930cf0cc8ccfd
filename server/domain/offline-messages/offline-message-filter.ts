import { type OfflineMessageState, Prisma } from '../../generated/prisma/client.ts'
import { inRange, type TimeRange } from '../time-range.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { type OfVisitors, ofVisitors } from '../visitors/of-visitors.ts'

/** Which offline messages: all of these hold, and of a list any entry. An omitted field leaves nothing out. */
export interface OfflineMessageFilter extends OfVisitors {
  state?: OfflineMessageState | null
  channelIds?: readonly string[] | null
  departmentIds?: readonly string[] | null
  /** Who answered. */
  operatorIds?: readonly string[] | null
  createdAt?: TimeRange | null
}

/** The condition on `"OfflineMessage"` for being what the viewer may see and the filter leaves. */
export function offlineMessagesMatching(viewer: Viewer, filter: OfflineMessageFilter): Prisma.Sql {
  const { state, channelIds, departmentIds, operatorIds, createdAt } = filter
  const conditions = [
    reachedBy(viewer),
    state && Prisma.sql`state = ${state}::"OfflineMessageState"`,
    channelIds && Prisma.sql`"channelId" = ANY(${[...channelIds]}::uuid[])`,
    departmentIds && Prisma.sql`"departmentId" = ANY(${[...departmentIds]}::uuid[])`,
    operatorIds && Prisma.sql`"answeredById" = ANY(${[...operatorIds]}::uuid[])`,
    inRange(Prisma.sql`"OfflineMessage"."createdAt"`, createdAt),
    ...ofVisitors(viewer.accountId, filter),
  ].filter((condition) => condition instanceof Prisma.Sql)
  return Prisma.join(conditions, ' AND ')
}

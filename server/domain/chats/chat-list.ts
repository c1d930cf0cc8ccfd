import { ChatStatus, Prisma } from '../../generated/prisma/client.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { type ChatFilter, chatsMatching } from './chat-filter.ts'
import { type ChatOrder, type ChatView, chatOrder, chatsInView } from './chat-views.ts'

interface ChatOrderBy {
  field: 'CREATED_AT' | 'LAST_ACTIVITY_AT' | 'QUEUED_AT' | 'CLOSED_AT'
  direction: 'ASC' | 'DESC'
}

/** Which chats, and in which order. A view is a filter and an order at once; both can be narrowed or replaced. */
export interface ChatList {
  viewer: Viewer
  view?: ChatView | null
  filter?: ChatFilter | null
  orderBy?: ChatOrderBy | null
}

const COLUMNS = {
  CREATED_AT: 'createdAt',
  LAST_ACTIVITY_AT: 'lastActivityAt',
  QUEUED_AT: 'queuedAt',
  CLOSED_AT: 'closedAt',
} as const

/** What holds for every chat with this time, in the words of an index that is in its order. */
const WITH_TIME: Partial<Record<ChatOrderBy['field'], Prisma.Sql>> = {
  QUEUED_AT: Prisma.sql`"Chat".status = 'QUEUED'`,
  CLOSED_AT: Prisma.sql`"Chat".status = 'CLOSED' AND "Chat"."closedAt" IS NOT NULL`,
}

/** The order of the list: as asked, else the view's, else the latest activity first. */
export function orderOfChats({ view, orderBy }: Pick<ChatList, 'view' | 'orderBy'>): ChatOrder {
  if (!orderBy) return chatOrder(view ?? 'ALL')
  const direction = orderBy.direction === 'ASC' ? 'asc' : 'desc'
  return { order: [COLUMNS[orderBy.field], 'id'], direction }
}

/**
 * The conditions on `"Chat"` for being in the list: one of them holds. Without a view, chats of all statuses are parts by
 * status. One index has them by status in the order of their activity; another has the closed ones in the order in which
 * they were started, and the open ones, which are few, are sorted, so that a message need not touch it.
 */
export function chatsOfList({ viewer, view, filter, orderBy }: ChatList): Prisma.Sql[] {
  const matching = filter ? chatsMatching(filter) : Prisma.sql`TRUE`
  const withTime = (orderBy && WITH_TIME[orderBy.field]) ?? Prisma.sql`TRUE`
  if (view) return [Prisma.sql`${chatsInView(viewer, view)} AND ${matching} AND ${withTime}`]
  const whole = Prisma.sql`${reachedBy(viewer)} AND ${matching} AND ${withTime}`
  if ((orderBy && WITH_TIME[orderBy.field]) || filter?.visitorId) return [whole]
  const statuses = [...new Set(filter?.status ?? Object.values(ChatStatus))]
  if (statuses.length === 0) return [Prisma.sql`FALSE`]
  return statuses.map((status) => Prisma.sql`${whole} AND "Chat".status = ${status}::"ChatStatus"`)
}

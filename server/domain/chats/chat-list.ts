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
  CLOSED_AT: Prisma.sql`"Chat"."closedAt" IS NOT NULL`,
}

/** The order of the list: as asked, else the view's, else the latest activity first. */
export function orderOfChats({ view, orderBy }: Pick<ChatList, 'view' | 'orderBy'>): ChatOrder {
  if (!orderBy) return chatOrder(view ?? 'ALL')
  const direction = orderBy.direction === 'ASC' ? 'asc' : 'desc'
  return { order: [COLUMNS[orderBy.field], 'id'], direction }
}

/**
 * The conditions on `"Chat"` for being in the list: one of them holds. Without a view, chats of all statuses in the
 * order of their activity are parts by status, because so is the index.
 */
export function chatsOfList({ viewer, view, filter, orderBy }: ChatList): Prisma.Sql[] {
  const matching = filter ? chatsMatching(filter) : Prisma.sql`TRUE`
  const withTime = (orderBy && WITH_TIME[orderBy.field]) ?? Prisma.sql`TRUE`
  if (view) return [Prisma.sql`${chatsInView(viewer, view)} AND ${matching} AND ${withTime}`]
  const whole = Prisma.sql`${reachedBy(viewer)} AND ${matching} AND ${withTime}`
  if (orderOfChats({ orderBy }).order[0] !== 'lastActivityAt' || filter?.visitorId) return [whole]
  const statuses = [...new Set(filter?.status ?? Object.values(ChatStatus))]
  if (statuses.length === 0) return [Prisma.sql`FALSE`]
  return statuses.map((status) => Prisma.sql`${whole} AND "Chat".status = ${status}::"ChatStatus"`)
}

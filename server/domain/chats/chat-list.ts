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

/** The condition for chats with this time, as in the index with this order. */
const WITH_TIME: Partial<Record<ChatOrderBy['field'], Prisma.Sql>> = {
  QUEUED_AT: Prisma.sql`"Chat".status = 'QUEUED'`,
  CLOSED_AT: Prisma.sql`"Chat".status = 'CLOSED' AND "Chat"."closedAt" IS NOT NULL`,
}

/** The order of the list: as requested, else the view's, else the latest activity first. */
export function orderOfChats({ view, orderBy }: Pick<ChatList, 'view' | 'orderBy'>): ChatOrder {
  if (!orderBy) return chatOrder(view ?? 'ALL')
  const direction = orderBy.direction === 'ASC' ? 'asc' : 'desc'
  return { order: [COLUMNS[orderBy.field], 'id'], direction }
}

/** A part of the list, and the columns of an index that has it in the list's order. */
interface ChatListPart {
  /** A condition on `"Chat"`. */
  where: Prisma.Sql
  indexed?: ['closedActivityAt', 'id']
}

/**
 * The list in parts that have an index of their own: closed chats, which are many, in each order, and open ones, which are
 * few, by status. Those are sorted, so that a message need not touch an index.
 */
export function partsOfChatList(list: ChatList): ChatListPart[] {
  const { viewer, view, filter, orderBy } = list
  const withTime = orderBy && WITH_TIME[orderBy.field]
  if (view) return [partOf(list, chatsInView(viewer, view), view === 'CLOSED')]
  const whole = reachedBy(viewer)
  if (withTime || filter?.visitorId) return [partOf(list, whole)]
  const statuses = [...new Set(filter?.status ?? Object.values(ChatStatus))]
  if (statuses.length === 0) return [{ where: Prisma.sql`FALSE` }]
  return statuses.map((status) =>
    partOf(list, Prisma.sql`${whole} AND "Chat".status = ${status}::"ChatStatus"`, status === 'CLOSED'),
  )
}

function partOf(list: ChatList, rows: Prisma.Sql, areClosed = false): ChatListPart {
  const { filter, orderBy } = list
  const withTime = (orderBy && WITH_TIME[orderBy.field]) ?? Prisma.sql`TRUE`
  const activity =
    areClosed && orderOfChats(list).order[0] === 'lastActivityAt' ? 'closedActivityAt' : 'lastActivityAt'
  const matching = filter ? chatsMatching(filter, activity) : Prisma.sql`TRUE`
  const where = Prisma.sql`${rows} AND ${matching} AND ${withTime}`
  return activity === 'closedActivityAt' ? { where, indexed: [activity, 'id'] } : { where }
}

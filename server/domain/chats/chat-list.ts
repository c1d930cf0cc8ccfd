import { ChatStatus, Prisma } from '../../generated/prisma/client.ts'
import { reachedBy } from '../viewer.ts'
import { type ChatFilter, chatsMatching, type FilterContext } from './chat-filter.ts'
import { type ChatOrder, type ChatOrderBy, chatOrder, orderByOf } from './chat-order.ts'
import { type ChatView, chatViews, type ViewDefinition } from './chat-views.ts'

/** Which chats, and in which order. A view is a filter and an order at once; both can be narrowed or replaced. */
export interface ChatList extends Pick<FilterContext, 'viewer' | 'onSite'> {
  view?: ChatView | ViewDefinition | null
  filter?: ChatFilter | null
  orderBy?: ChatOrderBy | null
}

/** The condition for chats with this time, as in the index with this order. */
const WITH_TIME: Partial<Record<ChatOrderBy['field'], Prisma.Sql>> = {
  QUEUED_AT: Prisma.sql`"Chat".status = 'QUEUED'`,
  CLOSED_AT: Prisma.sql`"Chat".status = 'CLOSED' AND "Chat"."closedAt" IS NOT NULL`,
  WAITING_SINCE: Prisma.sql`"Chat".status <> 'CLOSED'`,
}

/** The order of the list: as requested, else the view's, else the latest activity first. */
export function orderOfChats({ view, orderBy }: Pick<ChatList, 'view' | 'orderBy'>): ChatOrder {
  return chatOrder(orderBy ?? orderByOf[view ? definitionOf(view).order : 'LATEST_ACTIVITY'])
}

/** What a view shows, whoever has made it. */
export function definitionOf(view: ChatView | ViewDefinition): ViewDefinition {
  return typeof view === 'string' ? chatViews[view] : view
}

/** Whether the list has no closed chats, of which there can be any number. */
export function hasOnlyOpen({ view, filter }: Pick<ChatList, 'view' | 'filter'>): boolean {
  const statuses = [view && definitionOf(view).filter.status, filter?.status]
  return statuses.some((status) => status && !status.includes('CLOSED'))
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
  const whole = reachedBy(viewer)
  if (view) {
    const shown = definitionOf(view).filter
    return byClosed(shown.status ?? Object.values(ChatStatus)).map((status) => {
      const inView = chatsMatching({ ...shown, status }, list)
      return partOf(list, Prisma.sql`${whole} AND ${inView}`, status.includes('CLOSED'))
    })
  }
  if ((orderBy && WITH_TIME[orderBy.field]) || filter?.visitorId) return [partOf(list, whole)]
  const statuses = [...new Set(filter?.status ?? Object.values(ChatStatus))]
  if (statuses.length === 0) return [{ where: Prisma.sql`FALSE` }]
  return statuses.map((status) => {
    const ofStatus = chatsMatching({ status: [status] }, list)
    return partOf(list, Prisma.sql`${whole} AND ${ofStatus}`, status === 'CLOSED')
  })
}

/** The statuses of a view in parts: open chats, and closed ones. */
function byClosed(status: readonly ChatStatus[]): ChatStatus[][] {
  const open = status.filter((one) => one !== 'CLOSED')
  return [open, open.length < status.length ? (['CLOSED'] as const) : []]
    .map((part) => [...part])
    .filter((part) => part.length > 0)
}

function partOf(list: ChatList, rows: Prisma.Sql, areClosed = false): ChatListPart {
  const { filter, orderBy } = list
  const withTime = (orderBy && WITH_TIME[orderBy.field]) ?? Prisma.sql`TRUE`
  const activity =
    areClosed && orderOfChats(list).order[0] === 'lastActivityAt' ? 'closedActivityAt' : 'lastActivityAt'
  const matching = filter ? chatsMatching(filter, { ...list, activity }) : Prisma.sql`TRUE`
  const where = Prisma.sql`${rows} AND ${matching} AND ${withTime}`
  return activity === 'closedActivityAt' ? { where, indexed: [activity, 'id'] } : { where }
}

import { type ChatViewName, chatViews } from '../../browser/route.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { matchesFilter, type ViewFilter, type ViewOrder } from './view-filter.ts'

/** A view of the inbox: which chats it shows, in which order. */
export interface InboxView {
  /** Two views with the same key show the same. */
  key: string
  /** The view that it is, or that `filter` narrows; null for one that somebody has made. */
  name: ChatViewName | null
  filter: ViewFilter
  order: ViewOrder
}

/** What the views show that every inbox has. */
const definitions: Record<ChatViewName, Pick<InboxView, 'filter' | 'order'>> = {
  waiting: { filter: { status: ['QUEUED'] }, order: 'LONGEST_WAIT' },
  mine: { filter: { status: ['ACTIVE'], mine: true }, order: 'LATEST_ACTIVITY' },
  all: { filter: {}, order: 'LATEST_ACTIVITY' },
  bot: { filter: { status: ['BOT'] }, order: 'LATEST_ACTIVITY' },
  snoozed: { filter: { status: ['ACTIVE'], snoozed: true }, order: 'LATEST_ACTIVITY' },
  closed: { filter: { status: ['CLOSED'] }, order: 'LATEST_ACTIVITY' },
}

/** A view that every inbox has, narrowed by a filter and in another order if these are given. */
export function builtInView(
  name: ChatViewName,
  { filter = {}, order = null }: { filter?: ViewFilter; order?: ViewOrder | null } = {},
): InboxView {
  const isNarrowed = Object.keys(filter).length > 0 || order !== null
  return {
    key: isNarrowed ? JSON.stringify([name, filter, order]) : name,
    name,
    filter,
    order: order ?? definitions[name].order,
  }
}

/** A view that somebody has made, or is making. */
export function madeView(key: string, filter: ViewFilter, order: ViewOrder): InboxView {
  return { key, name: null, filter, order }
}

/** What it shows, without the view that it narrows. */
export function wholeFilterOf({ name, filter }: InboxView): ViewFilter {
  return name === null ? filter : { ...definitions[name].filter, ...filter }
}

/** Whether it is one that every inbox has, as it is. */
export function isPlain(view: InboxView): view is InboxView & { name: ChatViewName } {
  return view.key === view.name
}

/** The built-in views, without a filter. */
export const plainViews: readonly InboxView[] = chatViews.map((name) => builtInView(name))

interface Viewing {
  viewerId: string
  /** Whether its list has the chat already. */
  isListed?: boolean
}

/** Whether a chat is part of a view, by the same rules as the server's query. */
export function isInView(chat: Chat, view: InboxView, { viewerId, isListed = false }: Viewing): boolean {
  const viewing = { viewerId, isListed }
  const isInWhole = view.name === null || matchesFilter(chat, definitions[view.name].filter, viewing)
  return isInWhole && matchesFilter(chat, withStatus(view), viewing)
}

/** Within a view that has a status, or snoozed chats, the filter need not repeat it. */
function withStatus({ name, filter }: InboxView): ViewFilter {
  const own = name === null ? {} : definitions[name].filter
  const status = filter.status ?? own.status
  return { ...filter, ...(status && { status }), snoozed: filter.snoozed ?? own.snoozed ?? false }
}

/** The view in the words of the API. */
export function chatsIn({ name, filter, order }: InboxView) {
  const orderBy = {
    LONGEST_WAIT: { field: 'WAITING_SINCE', direction: 'ASC' },
    LATEST_ACTIVITY: { field: 'LAST_ACTIVITY_AT', direction: 'DESC' },
    OLDEST: { field: 'CREATED_AT', direction: 'ASC' },
  } as const
  return {
    view: (name === null ? null : name.toUpperCase()) as Uppercase<ChatViewName> | null,
    filter: name === null ? { status: OPEN, snoozed: false, ...filter } : filter,
    orderBy: name !== null && order === definitions[name].order ? null : orderBy[order],
  }
}

const OPEN: Chat['status'][] = ['BOT', 'QUEUED', 'ACTIVE']

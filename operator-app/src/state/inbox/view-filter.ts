import type { Chat } from '../../graphql/fragments.ts'

/** What a view shows, as the `ChatFilter` of the API: every given field must match; of a list, any one entry. */
export interface ViewFilter {
  status?: Chat['status'][]
  channelIds?: string[]
  departmentIds?: string[]
  /** Empty for chats that nobody is in. */
  operatorIds?: string[]
  mine?: boolean
  /** Empty for chats without tags. */
  tagIds?: string[]
  ratings?: NonNullable<Chat['rating']>[]
  /** The visitor has waited for an operator for at least so many minutes. */
  unansweredMinutes?: number
  hasFailedDeliveries?: boolean
  visitorOnSite?: boolean
  /** By default, a view shows no snoozed chats. */
  snoozed?: boolean
}

export const viewOrders = ['LONGEST_WAIT', 'LATEST_ACTIVITY', 'OLDEST'] as const
export type ViewOrder = (typeof viewOrders)[number]

/** Since when the visitor waits for an operator: in the queue, or for an answer. The API sends at most one of them. */
export function waitingSince({ queuedAt, unansweredSince }: Chat): string | null {
  return queuedAt ?? unansweredSince
}

/**
 * Whether a chat matches, by the same rules as the server's query; without a status, only open chats do. Nobody here knows
 * whether its visitor is on the website: in this, a chat is taken to be as it was when the list was read.
 */
export function matchesFilter(
  chat: Chat,
  filter: ViewFilter,
  { viewerId, isListed }: { viewerId: string; isListed: boolean },
): boolean {
  const { status, channelIds, departmentIds, ratings, unansweredMinutes } = filter
  return (
    (status ? status.includes(chat.status) : chat.status !== 'CLOSED') &&
    (channelIds?.includes(chat.channel.id) ?? true) &&
    (departmentIds ? chat.department !== null && departmentIds.includes(chat.department.id) : true) &&
    isHeldBy(chat, filter, viewerId) &&
    hasTag(chat, filter) &&
    (ratings ? chat.rating !== null && ratings.includes(chat.rating) : true) &&
    (unansweredMinutes === undefined || hasWaited(chat, unansweredMinutes)) &&
    (filter.hasFailedDeliveries === undefined || filter.hasFailedDeliveries === chat.failedDeliveries > 0) &&
    (filter.snoozed ?? false) === (chat.snoozedAt !== null) &&
    (filter.visitorOnSite === undefined || isListed)
  )
}

function isHeldBy({ operators }: Chat, { operatorIds, mine }: ViewFilter, viewerId: string): boolean {
  if (mine !== undefined && operators.some(({ id }) => id === viewerId) !== mine) return false
  if (!operatorIds) return true
  return operatorIds.length === 0
    ? operators.length === 0
    : operators.some(({ id }) => operatorIds.includes(id))
}

function hasTag({ tags }: Chat, { tagIds }: ViewFilter): boolean {
  if (!tagIds) return true
  return tagIds.length === 0 ? tags.length === 0 : tags.some(({ id }) => tagIds.includes(id))
}

function hasWaited(chat: Chat, minutes: number): boolean {
  const since = waitingSince(chat)
  return since !== null && Date.parse(since) <= Date.now() - minutes * 60_000
}

/** Whether chats come into and leave the view without an event, so that it must be read again from time to time. */
export function changesByItself({ unansweredMinutes, visitorOnSite }: ViewFilter): boolean {
  return visitorOnSite !== undefined || (unansweredMinutes ?? 0) > 0
}

import { Prisma } from '../../generated/prisma/client.ts'
import { WAITING_SINCE } from './chat-filter.ts'
import { queuePlace } from './queue-place.ts'

/** An order of chats that a view has. */
export type ViewOrder = 'LONGEST_WAIT' | 'LATEST_ACTIVITY' | 'OLDEST'

/** An order of chats as the API takes it. */
export interface ChatOrderBy {
  field: 'CREATED_AT' | 'LAST_ACTIVITY_AT' | 'QUEUED_AT' | 'CLOSED_AT' | 'WAITING_SINCE'
  direction: 'ASC' | 'DESC'
}

/** The order of a list of chats: a column or an expression that is never null, then the id. */
export interface ChatOrder {
  order: [string | Prisma.Sql, 'id']
  direction: 'asc' | 'desc'
}

const COLUMNS = {
  CREATED_AT: 'createdAt',
  LAST_ACTIVITY_AT: 'lastActivityAt',
  QUEUED_AT: 'queuedAt',
  CLOSED_AT: 'closedAt',
} as const

/** What the orders of views are in the words of the API. */
export const orderByOf: Record<ViewOrder, ChatOrderBy> = {
  LONGEST_WAIT: { field: 'WAITING_SINCE', direction: 'ASC' },
  LATEST_ACTIVITY: { field: 'LAST_ACTIVITY_AT', direction: 'DESC' },
  OLDEST: { field: 'CREATED_AT', direction: 'ASC' },
}

/**
 * The order as columns. Chats whose visitor does not wait come last, whatever the direction is. Whoever is to be answered
 * first comes first, as in the queue: by near targets and priority, then by waiting.
 */
export function chatOrder({ field, direction }: ChatOrderBy): ChatOrder {
  const isAscending = direction === 'ASC'
  if (field !== 'WAITING_SINCE')
    return { order: [COLUMNS[field], 'id'], direction: isAscending ? 'asc' : 'desc' }
  const never = Prisma.raw(isAscending ? `'infinity'` : `'-infinity'`)
  const place = Prisma.sql`coalesce(${isAscending ? queuePlace('"Chat"', WAITING_SINCE) : WAITING_SINCE}, ${never}::timestamptz)`
  return { order: [place, 'id'], direction: isAscending ? 'asc' : 'desc' }
}

import type { ChatFilter } from './chat-filter.ts'
import type { ViewOrder } from './chat-order.ts'

/** What a view shows, and in which order. */
export interface ViewDefinition {
  filter: ChatFilter
  order: ViewOrder
}

/** The views that every inbox has. */
export const chatViews = {
  WAITING: { filter: { status: ['QUEUED'] }, order: 'LONGEST_WAIT' },
  MINE: { filter: { status: ['ACTIVE'], mine: true, snoozed: false }, order: 'LATEST_ACTIVITY' },
  BOT: { filter: { status: ['BOT'] }, order: 'LATEST_ACTIVITY' },
  ALL: { filter: { status: ['BOT', 'QUEUED', 'ACTIVE'], snoozed: false }, order: 'LATEST_ACTIVITY' },
  SNOOZED: { filter: { status: ['ACTIVE'], snoozed: true }, order: 'LATEST_ACTIVITY' },
  CLOSED: { filter: { status: ['CLOSED'] }, order: 'LATEST_ACTIVITY' },
} as const satisfies Record<string, ViewDefinition>

export type ChatView = keyof typeof chatViews

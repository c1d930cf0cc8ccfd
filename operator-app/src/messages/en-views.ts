import { createPlural } from './plural.ts'

const plural = createPlural('en')

const HOUR = 60
const DAY = 1440

/** The views of the inbox, and the filter above the list. */
export const enViews = {
  title: 'Views',
  keepOpen: 'Keep this list open',
  hide: 'Hide the views',
  filter: 'Filter',
  filterActive: (count: number) => plural(count, { one: 'Filter (# active)', other: 'Filter (# active)' }),
  chosen: 'Active filters',
  remove: (chip: string) => `Remove the filter ${chip}`,
  clear: 'Clear',
  several: (count: number) => plural(count, { one: '# chosen', other: '# chosen' }),
  nobody: 'Nobody',
  yes: 'Yes',
  no: 'No',
  fields: {
    status: 'Status',
    channelIds: 'Channel',
    departmentIds: 'Department',
    operatorIds: 'Operator',
    unansweredMinutes: 'Waiting for an answer',
    ratings: 'Rating',
    visitorOnSite: 'Visitor on the site',
    hasFailedDeliveries: 'Failed messages',
  },
  waits: (minutes: number) => {
    if (minutes === 0) return 'Any time'
    if (minutes < HOUR || minutes % HOUR !== 0)
      return plural(minutes, { one: 'For # minute', other: 'For # minutes' })
    if (minutes < DAY || minutes % DAY !== 0)
      return plural(minutes / HOUR, { one: 'For # hour', other: 'For # hours' })
    return plural(minutes / DAY, { one: 'For # day', other: 'For # days' })
  },
  order: 'Order',
  usualOrder: 'As usual',
  orders: {
    LONGEST_WAIT: 'Longest wait first',
    LATEST_ACTIVITY: 'Latest activity first',
    OLDEST: 'Oldest first',
  },
  empty: ['No chats match', 'Change or remove a filter to see more.'] as [string, string],
}

import { createPlural } from './plural.ts'

const plural = createPlural('en')

const HOUR = 60
const DAY = 1440

/** The views of the inbox, and the filter above the list. */
export const enViews = {
  title: 'Views',
  always: 'For everyone',
  pinned: 'Pinned',
  own: 'Your views',
  shared: 'Shared with you',
  none: 'Filter the chats (F) and save the filter as a view. You find it here.',
  missing: ['This view does not exist', 'It was deleted, or it is no longer shared with you.'] as const,
  toAll: 'Go to All',
  more: (name: string) => `More for the view ${name}`,
  pin: 'Pin',
  unpin: 'Unpin',
  edit: 'Rename or share',
  editTitle: 'Rename or share the view',
  delete: 'Delete the view',
  deleteTitle: (name: string) => `Delete the view ${name}?`,
  deleteBody: 'Its chats are not affected.',
  deleteSharedBody: 'It is deleted for everybody who has it. Its chats are not affected.',
  deleted: 'The view was deleted',
  save: 'Save as a view',
  saveTitle: 'Save as a view',
  saveChanges: 'Save changes',
  saveAsNew: 'Save as a new view',
  saved: 'The view was saved',
  discard: 'Discard changes',
  name: 'Name',
  sharedWith: 'Shared with',
  sharing: { PERSONAL: 'Only me', DEPARTMENT: 'A department', ACCOUNT: 'Everybody' },
  chooseDepartment: 'Choose a department',
  pinNew: 'Pin it, with its count',
  goTo: (name: string) => `Go to the view ${name}`,
  keepOpen: 'Keep this list open',
  hide: 'Hide the views',
  filter: 'Filter',
  filterActive: (count: number) => plural(count, { one: 'Filter (# active)', other: 'Filter (# active)' }),
  chosen: 'Active filters',
  remove: (chip: string) => `Remove the filter ${chip}`,
  clear: 'Clear',
  valueOf: (field: string, value: string) => `${field}: ${value}`,
  several: (count: number) => plural(count, { one: '# chosen', other: '# chosen' }),
  nobody: 'Nobody',
  untagged: 'None',
  yes: 'Yes',
  no: 'No',
  fields: {
    status: 'Status',
    channelIds: 'Channel',
    departmentIds: 'Department',
    operatorIds: 'Operator',
    mine: 'My own chats',
    tagIds: 'Tag',
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

import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enArchive = {
  title: 'Archive',
  search: 'Search closed chats',
  filters: 'Filters',
  filtersActive: (count: number) => plural(count, { one: '# filter', other: '# filters' }),
  reset: 'Clear filters',
  any: 'Any',
  channel: 'Channel',
  operator: 'Operator',
  department: 'Department',
  outcome: 'Outcome',
  outcomes: { ANSWERED: 'Answered', MISSED: 'Missed', BOT: 'Bot' },
  rating: 'Rating',
  ratings: { POSITIVE: 'Positive', NEGATIVE: 'Negative' },
  from: 'Closed from',
  to: 'Closed until',
  visitorNumber: 'Visitor number',
  blacklisted: 'Blacklist',
  blacklist: { true: 'Blacklisted', false: 'Not blacklisted' },
  invalid: { visitorNumber: 'No visitor has this number.', to: 'This is before the first day.' },
  results: 'Closed chats',
  shown: (count: number, more: boolean) =>
    more ? `The first ${count} chats found` : plural(count, { one: '# chat found', other: '# chats found' }),
  more: 'Show more',
  none: 'No closed chats yet',
  noneHint: 'Chats are kept here after they end.',
  noneFound: 'No chats found',
  noneFoundHint: 'Try fewer or shorter words, or fewer filters.',
  exportLabel: 'Export',
  exportAs: (format: string) => `Export as ${format}`,
  choose: 'No chat is open',
  chooseHint: 'Choose one from the list to read it.',
}

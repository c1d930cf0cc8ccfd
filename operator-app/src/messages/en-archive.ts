import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enArchive = {
  title: 'Archive',
  tabs: 'Archive sections',
  /** The texts of each section. */
  sections: {
    chats: {
      label: 'Chats',
      region: 'Conversation',
      search: 'Search closed chats',
      results: 'Closed chats',
      shown: (count: number, more: boolean) =>
        more ? `First ${count} results` : plural(count, { one: '# chat found', other: '# chats found' }),
      operator: 'Operator',
      from: 'Closed from',
      to: 'Closed until',
      none: 'No closed chats yet',
      noneHint: 'Chats are kept here after they end.',
      noneFound: 'No chats found',
      choose: 'No chat is open',
      chooseHint: 'Choose one from the list to read it.',
    },
    calls: {
      label: 'Calls',
      region: 'Call',
      search: 'Search past calls',
      results: 'Past calls',
      shown: (count: number, more: boolean) =>
        more ? `First ${count} results` : plural(count, { one: '# call found', other: '# calls found' }),
      operator: 'Operator',
      from: 'Started from',
      to: 'Started until',
      none: 'No calls yet',
      noneHint: 'Calls with visitors, and those of your telephone system, are kept here after they end.',
      noneFound: 'No calls found',
      choose: 'No call is open',
      chooseHint: 'Choose one from the list to see what happened.',
    },
    'offline-messages': {
      label: 'Offline messages',
      region: 'Offline message',
      search: 'Search offline messages',
      results: 'Offline messages',
      shown: (count: number, more: boolean) =>
        more
          ? `First ${count} results`
          : plural(count, { one: '# offline message found', other: '# offline messages found' }),
      operator: 'Answered by',
      from: 'Left from',
      to: 'Left until',
      none: 'No offline messages',
      noneHint: 'Messages that visitors leave for later are listed here.',
      noneFound: 'No messages found',
      choose: 'No message is open',
      chooseHint: 'Choose one from the list to read and answer it.',
    },
  },
  filters: 'Filters',
  filtersActive: (count: number) => plural(count, { one: '# filter', other: '# filters' }),
  reset: 'Clear filters',
  any: 'Any',
  channel: 'Channel',
  department: 'Department',
  outcome: 'Outcome',
  outcomes: { ANSWERED: 'Answered', MISSED: 'Missed', BOT: 'Bot' },
  tag: 'Tag',
  rating: 'Rating',
  ratings: { POSITIVE: 'Positive', NEGATIVE: 'Negative' },
  visitorNumber: 'Visitor number',
  blacklisted: 'Blacklist',
  blacklist: { true: 'Blacklisted', false: 'Not blacklisted' },
  invalid: { visitorNumber: 'No visitor has this number.', to: 'This is before the first day.' },
  more: 'Show more',
  noneFoundHint: 'Try fewer or shorter words, or fewer filters.',
  exportLabel: 'Export',
  exportAs: (format: string) => `Export as ${format}`,
}

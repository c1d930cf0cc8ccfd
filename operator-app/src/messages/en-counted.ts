/** What a report counts chats by, as a filter of the archive. Only a link of a report shows it. */
export const enCounted = {
  botId: 'Answered by one bot',
  country: (country: string) => `Country: ${country}`,
  page: (page: string) => `Page: ${page}`,
  hour: (day: string, from: string, to: string) => `Began ${day}, ${from} to ${to}`,
  inHours: { true: 'Began within business hours', false: 'Began outside business hours' },
  firstReplyFrom: (time: string) => `First reply took ${time} or longer`,
  replyFrom: (time: string) => `A reply took ${time} or longer`,
  handlingFrom: (time: string) => `Handling took ${time} or longer`,
  accepted: 'Accepted by an operator',
  transferred: { true: 'Transferred', false: 'Not transferred' },
  firstReplyOnTime: { true: 'First reply in time', false: 'First reply late' },
  closedOnTime: { true: 'Closed in time', false: 'Closed late' },
  without: {
    DEPARTMENT: 'Without a department',
    OPERATOR: 'Without an operator',
    TAG: 'Without tags',
    BOT: 'Without a bot',
    COUNTRY: 'Country unknown',
    PAGE: 'Page unknown',
  },
} as const

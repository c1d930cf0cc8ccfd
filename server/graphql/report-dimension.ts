import { builder } from './kit/builder.ts'

const DIMENSIONS = {
  CHANNEL: 'The channel.',
  DEPARTMENT: 'The department that the chat was last handed to.',
  OPERATOR: 'The operators who were in it: a chat is counted for each of them, as it was as a whole.',
  TAG: 'Its tags: a chat is counted for each of them.',
  BOT: 'The bot that answered.',
  COUNTRY: 'The country of the visitor of a website.',
  PAGE: 'The page that the visitor was on, without query and fragment. Of a day or month, the 200 pages with the most chats are listed separately.',
  HOUR: 'The hour of the week at which it began, in the time zone of the account.',
} as const

/** What the API can break figures down by. */
export type ReportedDimension = keyof typeof DIMENSIONS

export const ReportDimension = builder.enumType('ReportDimension', {
  description: 'What the figures of a report are broken down by.',
  values: Object.fromEntries(
    Object.entries(DIMENSIONS).map(([name, description]) => [name, { description }]),
  ) as Record<ReportedDimension, { description: string }>,
})

import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enOffline = {
  title: 'Offline messages',
  newCount: (count: number) =>
    plural(count, { one: '# new offline message', other: '# new offline messages' }),
  state: 'State',
  states: { NEW: 'New', ANSWERED: 'Answered' },
  all: 'All',
  channel: 'Channel',
  department: 'Department',
  gone: 'This message is not here',
  goneHint: 'It was removed, or it is on a channel that you do not answer.',
  anonymous: 'No name',
  email: 'E-mail',
  phone: 'Phone',
  page: 'Page',
  visitor: 'Visitor',
  left: 'Left',
  answer: 'Answer',
  answerHint: (email: string) =>
    `It goes to ${email}, with the question below it. A reply to it reaches your e-mail address.`,
  note: 'How you answered',
  noteHint: 'No e-mail address was left. Call, and write down for colleagues what you said.',
  notSent: 'No mail server is configured: the answer is kept, and an admin can send it later.',
  send: 'Send the answer',
  saveNote: 'Mark as answered',
  sent: 'Answer on its way',
  marked: 'Marked as answered',
  answeredBy: (name: string, when: string) => `Answered by ${name}, ${when}`,
  unsent: 'What you were writing was not sent',
  discard: 'Discard it',
  delivery: {
    PENDING: 'The mail is on its way',
    SENT: (when: string) => `Mailed ${when}`,
    FAILED: 'The mail could not be delivered',
    KEPT: 'Kept: no mail server is configured',
    SKIPPED: 'The mail was not sent',
    next: (when: string) => `Next attempt ${when}`,
    attempts: 'Attempts',
    toMail: 'Open the list of mails',
  },
  blacklisted: 'Blacklisted',
}

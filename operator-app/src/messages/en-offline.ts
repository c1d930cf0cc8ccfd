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
  gone: 'Message not found',
  goneHint: 'It was deleted, or it is on a channel that you are not assigned to.',
  anonymous: 'No name',
  email: 'E-mail',
  phone: 'Phone',
  page: 'Page',
  visitor: 'Visitor',
  left: 'Left',
  answer: 'Answer',
  answerHint: (email: string) =>
    `It is sent to ${email}, with the question below it. Replies go to your e-mail address.`,
  note: 'How you answered',
  noteHint: 'The visitor left no e-mail address. Call them, and note here for your colleagues what you said.',
  notSent: 'No mail server is configured: the answer is kept, and an admin can send it later.',
  send: 'Send the answer',
  saveNote: 'Mark as answered',
  sent: 'The answer is being sent',
  marked: 'Marked as answered',
  answeredBy: (name: string, when: string) => `Answered by ${name}, ${when}`,
  delivery: {
    PENDING: 'E-mail pending',
    SENT: (when: string) => `E-mail delivered ${when}`,
    FAILED: 'E-mail failed',
    KEPT: 'E-mail kept: no mail server is configured',
    SKIPPED: 'E-mail not sent',
    next: (when: string) => `Next attempt ${when}`,
    attempts: 'Attempts',
    toMail: 'Open the list of e-mails',
  },
  blacklisted: 'Blacklisted',
}

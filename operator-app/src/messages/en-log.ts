import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** What all logs of deliveries say; each kind adds its own words. */
export const enLog = {
  filter: 'Show',
  all: 'All',
  states: { PENDING: 'Pending', SENT: 'Delivered', FAILED: 'Failed', SKIPPED: 'Not sent' },
  attempts: (count: number) => plural(count, { one: '# attempt', other: '# attempts' }),
  nextAttempt: (when: string) => `Next attempt ${when}`,
  noAttempts: 'No attempts yet.',
  duration: (ms: number) => `${ms} ms`,
  noAnswer: 'No answer',
  onlyAttempts: (count: number) => plural(count, { other: 'Only the last # attempts are shown.' }),
  byStatus: 'Delivered because of its status: this channel accepts any 2xx.',
  body: 'Body',
  webhookId: (id: string) => `webhook-id ${id}`,
  resend: 'Send again',
  openChat: 'Open the chat',
  more: 'Show more',
  time: 'Time',
  status: 'Status',
  detail: 'Answer',
  refresh: 'Refresh',
}

import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** Several chats at once. */
export const enSeveral = {
  title: 'Selected chats',
  count: (count: number) => plural(count, { one: '# chat selected', other: '# chats selected' }),
  select: (name: string) => `Select the chat with ${name}`,
  all: 'Select all shown',
  clear: 'Clear the selection',
  most: (count: number) => `You can select up to ${count} chats.`,
  tag: 'Tag the selected chats',
  take: 'Assign the selected chats to me',
  transfer: 'Transfer the selected chats',
  markRead: 'Mark the selected chats as read',
  markUnread: 'Mark the selected chats as unread',
  close: 'Close',
  taken: (count: number) => plural(count, { one: '# chat is yours', other: '# chats are yours' }),
  offered: (count: number) => plural(count, { one: '# chat offered', other: '# chats offered' }),
  transferred: (count: number) => plural(count, { one: '# chat handed over', other: '# chats handed over' }),
  read: (count: number) => plural(count, { one: '# chat marked as read', other: '# chats marked as read' }),
  unread: (count: number) =>
    plural(count, { one: '# chat marked as unread', other: '# chats marked as unread' }),
  closed: (count: number) => plural(count, { one: '# chat closed', other: '# chats closed' }),
  transferTitle: (count: number) => plural(count, { one: 'Transfer # chat', other: 'Transfer # chats' }),
  transferHint:
    'A colleague is asked about each chat first, and nothing changes until they accept. A department gets them immediately.',
  closeTitle: (count: number) => plural(count, { one: 'Close # chat?', other: 'Close # chats?' }),
  closeBody: 'This cannot be undone.',
  closeUnfinished: (count: number) =>
    plural(count, {
      one: 'In # of them, something is unread, unsent or still being delivered. Closing cannot be undone.',
      other: 'In # of them, something is unread, unsent or still being delivered. Closing cannot be undone.',
    }),
  refusedTitle: (count: number) =>
    plural(count, { one: '# chat was left as it was', other: '# chats were left as they were' }),
  refusedHint: (count: number) =>
    plural(count, { one: 'It is still selected.', other: 'They are still selected.' }),
  unknown: 'A chat that is no longer here',
}

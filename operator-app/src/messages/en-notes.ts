import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enNotes = {
  note: 'Note',
  reply: 'Reply',
  mode: 'What you write',
  add: 'Add a note',
  leave: 'Close the note field',
  label: 'Note for colleagues',
  placeholder: 'Only operators see this. Mention a colleague with @',
  hint: 'Enter to save, @ to mention a colleague',
  save: 'Save note',
  by: (name: string) => `Note by ${name}`,
  onlyOperators: 'Only operators see notes.',
  deleted: 'This note was deleted.',
  editLabel: 'Edit the note',
  deleteTitle: 'Delete this note?',
  deleteBody: 'Colleagues see that a note was here, but no longer what it said.',
  switched: {
    note: 'Note: only operators see what you write.',
    reply: 'Reply: the visitor sees what you write.',
  },
  announce: (name: string, text: string) => `Note by ${name}: ${text}`,
  people: 'Colleagues to mention',
  found: (count: number) => plural(count, { one: '# colleague', other: '# colleagues' }),
}

export const enMentions = {
  title: 'Mentions',
  unseen: (count: number) =>
    plural(count, { one: '# mention that you have not seen', other: '# mentions that you have not seen' }),
  isUnseen: 'Not seen',
  empty: 'Nobody has mentioned you',
  emptyHint: 'When a colleague writes @ and your name in a note, you find it here.',
  none: 'No mention is open',
  noneHint: 'Choose one to read the note in its chat.',
  by: (name: string) => `${name}:`,
  more: 'Show more',
}

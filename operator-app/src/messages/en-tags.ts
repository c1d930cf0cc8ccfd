import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** Tags of chats, and choosing them. */
export const enTags = {
  title: 'Tags',
  label: (names: string) => `Tags: ${names}`,
  add: 'Add tags',
  change: 'Tag this chat',
  changeSeveral: (count: number) => plural(count, { one: 'Tag # chat', other: 'Tag # chats' }),
  find: 'Find a tag',
  findOrCreate: 'Find or create a tag',
  suggested: 'Suggested here',
  others: 'All tags',
  none: 'No tags found.',
  noneYet: 'There are no tags yet.',
  noneYetAdmin: 'There are no tags yet. Type a name to create the first.',
  create: (name: string) => `Create “${name}”`,
  isOn: 'on this chat',
  isOnSome: 'on some of these chats',
  done: 'Done',
  more: (count: number) => plural(count, { one: '# more tag', other: '# more tags' }),
  archived: (name: string) => `“${name}” is archived. An admin can restore it.`,
  closeTitle: 'What was this chat about?',
  closeTitleSeveral: 'What were these chats about?',
  closeHint: 'Choose a tag to close it with. Its channel asks for one.',
  closeHintSeveral: (count: number) =>
    plural(count, {
      one: 'The channel of # of these chats asks for a tag. It gets the one that you choose.',
      other: 'The channels of # of these chats ask for a tag. They get the one that you choose.',
    }),
  closeWithout: 'None fits: close without a tag',
  colors: {
    GRAY: 'Grey',
    RED: 'Red',
    ORANGE: 'Orange',
    YELLOW: 'Yellow',
    GREEN: 'Green',
    TEAL: 'Teal',
    BLUE: 'Blue',
    INDIGO: 'Indigo',
    PURPLE: 'Purple',
    PINK: 'Pink',
  },
}

/** The page of the settings. */
export const enTagSettings = {
  intro:
    'What your team sorts chats by, such as a topic, a product or a campaign. Press T in a chat to tag it.',
  create: 'New tag',
  edit: 'Edit',
  editTitle: 'Edit tag',
  name: 'Name',
  color: 'Colour',
  description: 'When to use it',
  descriptionHint: 'Shown to operators when they choose a tag.',
  channels: 'Suggest it first in',
  channelsHint: 'In the chats of these channels, it is listed above the others.',
  noChannels: 'There are no channels yet.',
  empty: 'No tags yet',
  emptyHint: 'With tags, you can find all chats about one thing, here and in the archive.',
  uses: (count: number) =>
    count >= 1000
      ? 'On 1,000 chats or more'
      : plural(count, { zero: 'On no chats', one: 'On # chat', other: 'On # chats' }),
  suggestedIn: (channels: string) => `Suggested in ${channels}`,
  archive: 'Archive',
  archivedList: 'Archived',
  restore: 'Restore',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteBody: 'No chat has it.',
  archiveTitle: (name: string) => `Archive “${name}”?`,
  archiveBody: 'It stays on the chats that have it, but is no longer offered. You can restore it.',
  rules: 'Rules',
  operatorsCreate: 'Operators may create tags',
  operatorsCreateHint: 'While they tag a chat. Otherwise only admins create tags.',
  required: 'Ask for a tag when a chat is closed',
  requiredHint:
    'Whoever closes a chat of these channels without a tag is asked for one, and can answer that none fits. Chats that end by themselves are exempt.',
}

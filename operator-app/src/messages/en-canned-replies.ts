import { limits } from '../limits.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** Canned replies: in the composer, under a message and in the settings. */
export const enCannedReplies = {
  list: 'Canned replies',
  insertOne: 'Insert a canned reply',
  none: 'There are no canned replies for this chat yet.',
  failed: 'The canned replies could not be loaded.',
  make: 'Go to the canned replies',
  withFiles: (names: string) => `With ${names}`,
  variables: {
    VISITOR_NAME: 'visitor’s name',
    VISITOR_EMAIL: 'visitor’s e-mail address',
    OPERATOR_NAME: 'your name',
    CHAT_NUMBER: 'number of the chat',
    CHANNEL_NAME: 'name of the channel',
  },
  intro:
    'Texts that you send often. Type / in a chat, then a few letters of the shortcut, the title or the text.',
  shared: 'Shared',
  personal: 'Personal',
  whose: 'Show',
  create: 'New canned reply',
  edit: 'Edit',
  editTitle: 'Edit canned reply',
  delete: 'Delete',
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteBody: 'Messages that were written with it are not affected.',
  emptyShared: 'No shared canned replies yet',
  emptySharedHint: {
    admin: 'Everyone in the account can use the ones that you create here.',
    operator: 'Admins create them for everyone. Under Personal you can create your own.',
  },
  emptyPersonal: 'No canned replies of your own yet',
  emptyPersonalHint: 'Only you see and use these. You can also save a message that you sent as one.',
  used: (count: number) => plural(count, { zero: 'Never used', one: 'Used once', other: 'Used # times' }),
  files: (count: number) => plural(count, { one: '# file', other: '# files' }),
  onlyFor: (names: string) => `Only for ${names}`,
  onlyForNone: 'For nobody: its channels or departments were deleted',
  title: 'Title',
  shortcut: 'Shortcut',
  shortcutHint: 'What you type after /. Letters, digits, hyphens, underscores and full stops.',
  text: 'Text',
  textHint: `Up to ${limits.cannedReply} characters.`,
  insert: 'Insert:',
  variableHint:
    'After a |, add what to write when the value is not known: {{visitor.name|there}}. Without it, you fill in the gap before sending.',
  sharing: 'Who can use it',
  sharedWith: 'Everyone in the account',
  justMe: 'Only me',
  channels: 'Channels',
  allChannels: 'Offer it in all chats',
  channelsHint: 'It is offered in chats of these channels.',
  departments: 'Departments',
  allDepartments: 'Offer it to everyone',
  departmentsHint: 'It is offered to the members of these departments.',
  noDepartments: 'There are no departments yet.',
  attachments: 'Files',
  addFiles: 'Add files',
  removeFile: (name: string) => `Remove ${name}`,
  uploading: (name: string) => `Uploading ${name}…`,
  save: 'Save as canned reply',
  saved: (shortcut: string) => `Saved. Type /${shortcut} in a chat to use it.`,
  export: 'Export',
  import: 'Import',
  importTitle: { shared: 'Import shared canned replies', personal: 'Import canned replies of your own' },
  importHint:
    'A CSV file whose first line names the columns shortcut, title and text. A line whose shortcut already exists changes that canned reply. None are deleted.',
  chooseFile: 'CSV file',
  unreadable: 'This file could not be read.',
  outcomes: { CREATED: 'New', UPDATED: 'Changed', UNCHANGED: 'Unchanged', REFUSED: 'Not imported' },
  line: (line: number) => `Line ${line}`,
  sameShortcut: (line: number) => `Line ${line} has the same shortcut.`,
  noRoom: (created: number, room: number) =>
    `${plural(created, { one: 'The file has # new canned reply', other: 'The file has # new canned replies' })}, and there is room for ${plural(room, { zero: 'none', other: '#' })}. Delete some that nobody uses.`,
  before: 'Before',
  after: 'After',
  preview: 'What changes',
  summary: (created: number, updated: number, refused: number) =>
    [
      plural(created, { zero: 'Nothing new', one: '# new', other: '# new' }),
      plural(updated, { zero: 'nothing changed', one: '# changed', other: '# changed' }),
      refused > 0 && plural(refused, { one: '# line not imported', other: '# lines not imported' }),
    ]
      .filter(Boolean)
      .join(', '),
  importNow: (count: number) =>
    plural(count, { zero: 'Nothing to import', one: 'Import # line', other: 'Import # lines' }),
  imported: (count: number) =>
    plural(count, { one: '# canned reply imported', other: '# canned replies imported' }),
}

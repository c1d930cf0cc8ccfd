import {
  LONGEST_REPLY,
  LONGEST_SHORTCUT,
  MOST_REPLY_FILES,
} from '../domain/canned-replies/canned-reply-fields.ts'
import { createCannedReply } from '../domain/canned-replies/create-canned-reply.ts'
import { deleteCannedReply } from '../domain/canned-replies/delete-canned-reply.ts'
import { type ImportedLine, importCannedReplies } from '../domain/canned-replies/import-canned-replies.ts'
import { LONGEST_CSV, MOST_CSV_LINES } from '../domain/canned-replies/read-reply-csv.ts'
import { updateCannedReply } from '../domain/canned-replies/update-canned-reply.ts'
import { useCannedReply } from '../domain/canned-replies/use-canned-reply.ts'
import { CannedReply } from './canned-replies.ts'
import { Channel } from './channels.ts'
import { Department } from './departments.ts'
import { FileRef } from './files.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import { deletedId, returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const SHORTCUT = `1 to ${LONGEST_SHORTCUT} letters, digits, hyphens, underscores and full stops; capitals become lower case, and a leading \`/\` is removed.`
const TEXT = `1 to ${LONGEST_REPLY} characters. A variable that does not exist is refused.`
const CHANNELS = `The channels for whose chats it is, 1 to ${MAX_LIST}, or null for all chats. Only shared ones can have them.`
const DEPARTMENTS = `The departments for whose members it is, 1 to ${MAX_LIST}, or null for everybody. Only shared ones can have them.`

const idsOf = (ids: readonly { id: string }[]) => ids.map(({ id }) => id)

verbMutation('createCannedReply', {
  description: 'Creates a canned reply: a personal one, or, admins only, a shared one.',
  errors: [
    'BLANK',
    'FORBIDDEN',
    'IDEMPOTENCY_KEY_REUSED',
    'INVALID',
    'LIMIT_REACHED',
    'NOT_FOUND',
    'TAKEN',
    'TOO_LONG',
  ],
  input: (t) => ({
    ...idempotencyKey(t),
    shared: t.boolean({ description: 'Whether it is shared with the account, instead of personal.' }),
    title: t.string({ description: '1 to 100 characters.' }),
    shortcut: t.string({ description: SHORTCUT }),
    text: t.string({ description: TEXT }),
    channelIds: t.globalIDList({ for: [Channel], required: false, description: CHANNELS }),
    departmentIds: t.globalIDList({ for: [Department], required: false, description: DEPARTMENTS }),
    fileIds: t.globalIDList({
      for: [FileRef],
      required: false,
      description: `Files to send with it, which the viewer has uploaded with POST /files; at most ${MOST_REPLY_FILES}.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { channelIds, departmentIds, fileIds, ...input }, problems) =>
    createCannedReply(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      channelIds: channelIds && idsOf(channelIds),
      departmentIds: departmentIds && idsOf(departmentIds),
      fileIds: idsOf(fileIds ?? []),
    }),
  payload: (t) => ({
    cannedReply: t.field(returned(CannedReply, 'The canned reply, as it is now.')),
  }),
})

verbMutation('updateCannedReply', {
  description:
    'Changes a personal canned reply, or, admins only, a shared one. Omitted fields are unchanged; a personal one stays personal.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'TAKEN', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [CannedReply], description: 'The canned reply to change.' }),
    title: t.string({ required: false, description: '1 to 100 characters.' }),
    shortcut: t.string({ required: false, description: SHORTCUT }),
    text: t.string({ required: false, description: TEXT }),
    channelIds: t.globalIDList({ for: [Channel], required: false, description: CHANNELS }),
    departmentIds: t.globalIDList({ for: [Department], required: false, description: DEPARTMENTS }),
    fileIds: t.globalIDList({
      for: [FileRef],
      required: false,
      description: `All files to send with it, replacing the current ones: some of these, or ones that the viewer has uploaded with POST /files; at most ${MOST_REPLY_FILES}.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { id, channelIds, departmentIds, fileIds, ...input }, problems) =>
    updateCannedReply(context.services, {
      viewer: viewerOf(context),
      problems,
      id: id.id,
      ...input,
      channelIds: channelIds && idsOf(channelIds),
      departmentIds: departmentIds && idsOf(departmentIds),
      fileIds: fileIds && idsOf(fileIds),
    }),
  payload: (t) => ({
    cannedReply: t.field(returned(CannedReply, 'The canned reply, as it is now.')),
  }),
})

verbMutation('useCannedReply', {
  description:
    'Counts that a message was made from a canned reply. Call it once for each message that is sent; sending does not count by itself.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [CannedReply], description: 'The canned reply that was used.' }) }),
  resolve: (context, { id }) => useCannedReply(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    cannedReply: t.field(returned(CannedReply, 'The canned reply, as it is now.')),
  }),
})

verbMutation('deleteCannedReply', {
  description:
    'Deletes a personal canned reply, or, admins only, a shared one. Messages that were made from it stay as they are.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [CannedReply], description: 'The canned reply to delete.' }) }),
  resolve: (context, { id }) => deleteCannedReply(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('CannedReply', 'The id of the deleted canned reply.')),
  }),
})

const ImportOutcome = builder.enumType('CannedReplyImportOutcome', {
  description: 'What a line of an imported file does.',
  values: {
    CREATED: { description: 'It creates a canned reply.' },
    UPDATED: { description: 'It changes the title or the text of the one with its shortcut.' },
    UNCHANGED: { description: 'The same canned reply already exists.' },
    REFUSED: { description: 'Nothing, because it is wrong: `problem` says why.' },
  },
})

const ImportedLineType = builder.objectRef<ImportedLine>('ImportedCannedReply').implement({
  description: 'A line of an imported file, and what it does.',
  fields: (t) => ({
    line: t.exposeInt('line', {
      description: 'Where it begins in the file; the names of the columns are in 1.',
    }),
    shortcut: t.exposeString('shortcut', { description: 'Its shortcut.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    text: t.exposeString('text', { description: 'Its text.' }),
    outcome: t.expose('outcome', { type: ImportOutcome, description: 'What it does, or would do.' }),
    titleBefore: t.string({
      nullable: true,
      description: 'The title that the canned reply with this shortcut had; null when there was none.',
      resolve: ({ replaces }) => replaces?.title ?? null,
    }),
    textBefore: t.string({
      nullable: true,
      description: 'The text that it had; null when there was none.',
      resolve: ({ replaces }) => replaces?.text ?? null,
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why the line was refused; null when it was not.',
    }),
  }),
})

verbMutation('importCannedReplies', {
  description:
    'Creates and changes canned replies from a CSV file: personal ones, or, admins only, shared ones. A line with a shortcut that exists changes the title and the text of that canned reply; none is deleted. A line that is wrong is refused, and the others are imported.',
  errors: ['FORBIDDEN', 'INVALID', 'LIMIT_REACHED', 'TOO_LONG'],
  input: (t) => ({
    shared: t.boolean({ description: 'Whether they are shared with the account, instead of personal.' }),
    csv: t.string({
      description: `The content of the file, up to ${LONGEST_CSV} characters: a first line with the names of the columns \`shortcut\`, \`title\` and \`text\`, then up to ${MOST_CSV_LINES} canned replies, separated by commas, semicolons or tabs (RFC 4180).`,
    }),
    preview: t.boolean({ description: 'Whether to return only what would happen, and to store nothing.' }),
  }),
  resolve: (context, input) => importCannedReplies(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    lines: t.field({
      type: [ImportedLineType],
      nullable: true,
      description: `What every line of the file does, or would do, in their order; at most ${MOST_CSV_LINES}.`,
      resolve: ({ value }) => value?.lines,
    }),
    room: t.int({
      nullable: true,
      description:
        'How many canned replies could have been created. Whoever imports a long file in parts previews all of them first, and compares what they would create together.',
      resolve: ({ value }) => value?.room,
    }),
  }),
})

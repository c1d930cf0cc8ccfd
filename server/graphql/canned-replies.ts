import {
  LONGEST_REPLY,
  MOST_REPLIES,
  MOST_REPLY_FILES,
} from '../domain/canned-replies/canned-reply-fields.ts'
import { type Part, readParts, variables } from '../domain/canned-replies/read-parts.ts'
import { repliesWithin } from '../domain/canned-replies/replies-within.ts'
import { publicFileUrl } from '../domain/files/file-url.ts'
import { shownTypeOf } from '../domain/messages/entries/is-entry.ts'
import type { File } from '../generated/prisma/client.ts'
import { Channel } from './channels.ts'
import { Department } from './departments.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { encodeGlobalId } from './kit/global-id.ts'
import { MessageTypeEnum } from './messages.ts'

const meanings: Record<Part['variable'] & string, string> = {
  VISITOR_NAME: 'The name of the visitor, as they or an operator entered it.',
  VISITOR_EMAIL: 'The e-mail address of the visitor.',
  OPERATOR_NAME: 'The name of the operator who sends the message.',
  CHAT_NUMBER: '`Chat.number`.',
  CHANNEL_NAME: 'The name of the channel of the chat.',
}

const Variable = builder.enumType('CannedReplyVariable', {
  description: 'What is filled in when a canned reply is used in a chat.',
  values: Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      value,
      { description: `\`{{${name}}}\`: ${meanings[value]}` },
    ]),
  ) as Record<Part['variable'] & string, { description: string }>,
})

const CannedReplyPart = builder.objectRef<Part>('CannedReplyPart').implement({
  description: 'A piece of a canned reply: either a text or a variable.',
  fields: (t) => ({
    text: t.exposeString('text', { nullable: true, description: 'The text. Null for a variable.' }),
    variable: t.field({
      type: Variable,
      nullable: true,
      description: 'The variable. Null for a text.',
      resolve: ({ variable }) => variable,
    }),
    fallback: t.exposeString('fallback', {
      nullable: true,
      description:
        'What to write when the variable has no value, possibly nothing. Null when the operator has to fill it in.',
    }),
  }),
})

const CannedReplyFile = builder.objectRef<File>('CannedReplyFile').implement({
  description: 'A file that is sent with a canned reply.',
  fields: (t) => ({
    fileId: t.id({
      description: 'To be passed to `sendMessage` as `fileId`.',
      resolve: ({ id }) => encodeGlobalId('File', id),
    }),
    name: t.exposeString('name'),
    size: t.exposeInt('size', { description: 'The size in bytes.' }),
    mediaType: t.field({
      type: MessageTypeEnum,
      description: 'What it is sent as: PHOTO, VIDEO, AUDIO or DOCUMENT.',
      resolve: ({ mediaType }) => shownTypeOf({ author: 'OPERATOR', type: mediaType }),
    }),
    url: t.string({
      description: 'The address at which anyone who knows it can fetch the file.',
      resolve: ({ key }, _args, { services }) => publicFileUrl(services.env, key),
    }),
    thumbUrl: t.string({
      nullable: true,
      description: 'The address of a preview picture, 320 pixels wide.',
      resolve: ({ thumbKey }, _args, { services }) => thumbKey && publicFileUrl(services.env, thumbKey),
    }),
    width: t.exposeInt('width', { nullable: true, description: 'The width in pixels.' }),
    height: t.exposeInt('height', { nullable: true, description: 'The height in pixels.' }),
    duration: t.exposeInt('duration', {
      nullable: true,
      description: 'The length of a recording in whole seconds. Null when the file does not state it.',
    }),
  }),
})

export const CannedReply = builder.prismaNode('CannedReply', {
  id: { field: 'id' },
  nullable: true,
  description:
    'A text that operators send often: shared with the account, or personal. A personal one is seen by its operator only.',
  findUnique: (id, context) => ({ ...repliesWithin(viewerOf(context)), id }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What operators choose it by.' }),
    shortcut: t.exposeString('shortcut', {
      description:
        'What operators type after `/` to find it, in lower case. No two shared ones have the same, and no two of one operator.',
    }),
    text: t.exposeString('text', {
      description: `Up to ${LONGEST_REPLY} characters, with variables such as \`{{visitor.name}}\` or, with a fallback, \`{{visitor.name|there}}\`.`,
    }),
    parts: t.field({
      type: [CannedReplyPart],
      description:
        'The same text in pieces, to be filled in: texts and variables, in their order; at most 150.',
      resolve: ({ text }) => readParts(text),
    }),
    shared: t.boolean({
      description: 'Whether it is shared with the account. A personal one is the viewer’s own.',
      resolve: ({ ownerId }) => ownerId === null,
    }),
    channels: t.field({
      type: [Channel],
      nullable: true,
      description: `The channels for whose chats it is, by name, of those that the viewer may see; at most ${MAX_LIST}. Null when it is for all chats.`,
      resolve: async ({ id, ofChannels }, _args, context) => {
        if (!ofChannels) return null
        const { channelIds } = viewerOf(context)
        const channels = await context.loaders.channelsOfCannedReply.load(id)
        return channelIds ? channels.filter((channel) => channelIds.includes(channel.id)) : channels
      },
    }),
    departments: t.field({
      type: [Department],
      nullable: true,
      description: `The departments for whose members it is, by name; at most ${MAX_LIST}. Null when it is for everybody.`,
      resolve: ({ id, ofDepartments }, _args, { loaders }) =>
        ofDepartments ? loaders.departmentsOfCannedReply.load(id) : null,
    }),
    files: t.field({
      type: [CannedReplyFile],
      description: `The files that are sent with it, in their order; at most ${MOST_REPLY_FILES}.`,
      resolve: ({ id }, _args, { loaders }) => loaders.filesOfCannedReply.load(id),
    }),
    useCount: t.exposeInt('useCount', {
      description: 'How many messages were made from it, by anybody: see `useCannedReply`.',
    }),
  }),
})

const CannedReplyConnection = connectionOf('CannedReply', CannedReply, { counted: 'always' })

builder.queryField('cannedReplies', (t) =>
  t.prismaConnection(
    {
      type: CannedReply,
      cursor: 'id',
      description: `The canned replies that the viewer can use, by shortcut: at most ${MOST_REPLIES.shared} shared ones (for admins all, for operators those for their channels and departments) and ${MOST_REPLIES.own} of their own.`,
      authScopes: { signedIn: true },
      totalCount: (_root, _args, context) =>
        context.services.db.cannedReply.count({ where: repliesWithin(viewerOf(context)) }),
      resolve: (query, _root, _args, context) =>
        listPage(
          context,
          query,
          { table: 'CannedReply' },
          context.services.db.cannedReply.findMany({
            ...query,
            where: repliesWithin(viewerOf(context)),
            orderBy: [{ shortcut: 'asc' }, { id: 'asc' }],
          }),
        ),
    },
    CannedReplyConnection,
  ),
)

import { isOwnUrl } from '../domain/files/file-url.ts'
import { sentAsKinds } from '../domain/messages/describe-file.ts'
import type { Media as MediaShape } from '../domain/messages/media.ts'
import { type Notice as NoticeShape, noticeKinds } from '../domain/messages/notice.ts'
import type { Rich as RichShape } from '../domain/messages/rich.ts'
import { sendOperatorMessage } from '../domain/messages/send-operator-message.ts'
import { within } from '../domain/viewer.ts'
import { type Message as MessageRow, Prisma } from '../generated/prisma/client.ts'
import { MessageAuthor, MessageType } from '../generated/prisma/enums.ts'
import { builder } from './builder.ts'
import { Chat } from './chats.ts'
import { viewerOf } from './context.ts'
import { Department } from './departments.ts'
import { nestedPage } from './nested-page.ts'
import { Operator } from './operators.ts'
import { verbMutation } from './verb-mutation.ts'

const MessageAuthorEnum = builder.enumType(MessageAuthor, {
  name: 'MessageAuthor',
  description: 'Who wrote.',
})

const MessageTypeEnum = builder.enumType(MessageType, {
  name: 'MessageType',
  description:
    "TEXT, the seven kinds of media of the contract (2.5), a bot's MARKDOWN and BUTTONS (2.6; `text` is what channels get that cannot show them), or NOTICE: something that happened in the chat.",
})

const NoticeKindEnum = builder.enumType('NoticeKind', { values: noticeKinds, description: 'What happened.' })

const Media = builder.objectRef<MediaShape>('Media').implement({
  description: 'What a multimedia message shows (contract, 2.5). Which fields there are depends on the type.',
  fields: (t) => ({
    url: t.exposeString('file', { nullable: true, description: 'http(s) address of the file.' }),
    thumbUrl: t.exposeString('thumb', {
      nullable: true,
      description: 'http(s) address of a picture 320 px wide.',
    }),
    isExternal: t.boolean({
      description:
        'The file, or its thumbnail, lies on a server that is not this one and would learn the address of whoever loads it. Load it only when a person asks for it.',
      resolve: ({ file, thumb }, _args, { services }) =>
        [file, thumb].some((url) => url !== undefined && !isOwnUrl(services.env, url)),
    }),
    fileName: t.exposeString('file_name', { nullable: true }),
    fileSize: t.exposeFloat('file_size', { nullable: true, description: 'Bytes.' }),
    duration: t.exposeFloat('duration', { nullable: true, description: 'Seconds.' }),
    width: t.exposeFloat('width', { nullable: true, description: 'Pixels.' }),
    height: t.exposeFloat('height', { nullable: true, description: 'Pixels.' }),
    emoji: t.exposeString('emoji', {
      nullable: true,
      description: 'A character that can stand for the media.',
    }),
    performer: t.exposeString('performer', { nullable: true }),
    title: t.exposeString('title', { nullable: true }),
    latitude: t.exposeFloat('latitude', { nullable: true, description: 'Degrees, −90 to 90.' }),
    longitude: t.exposeFloat('longitude', { nullable: true, description: 'Degrees, −180 to 180.' }),
  }),
})

const MessageButton = builder.objectRef<{ id: string; text: string }>('MessageButton').implement({
  description: 'A prepared answer.',
  fields: (t) => ({
    buttonId: t.exposeString('id', { description: "The bot's own id of it." }),
    text: t.exposeString('text'),
  }),
})

const RichContent = builder.objectRef<RichShape>('RichContent').implement({
  description: 'What a message says beyond its plain text (contract, 2.6).',
  fields: (t) => ({
    markdown: t.exposeString('content', {
      nullable: true,
      description: 'Of MARKDOWN: link, bold and italic. Not escaped.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'Of BUTTONS: the text above them.' }),
    buttons: t.field({ type: [MessageButton], resolve: ({ buttons }) => buttons ?? [] }),
    pressedButtonId: t.exposeString('button_id', {
      nullable: true,
      description: "Of a visitor's text: the button that was pressed.",
    }),
  }),
})

const Notice = builder.objectRef<NoticeShape>('Notice').implement({
  description: 'Something that happened in the chat.',
  fields: (t) => ({
    kind: t.field({ type: NoticeKindEnum, resolve: (notice) => notice.kind }),
    actor: t.field({
      type: Operator,
      nullable: true,
      description: 'Who did it.',
      resolve: ({ actorId }, _args, { loaders }) => (actorId ? loaders.user.load(actorId) : null),
    }),
    target: t.field({
      type: Operator,
      nullable: true,
      description: 'Whom it was done to.',
      resolve: ({ targetId }, _args, { loaders }) => (targetId ? loaders.user.load(targetId) : null),
    }),
    department: t.field({
      type: Department,
      nullable: true,
      resolve: ({ departmentId }, _args, { loaders }) =>
        departmentId ? loaders.department.load(departmentId) : null,
    }),
    text: t.exposeString('text', {
      nullable: true,
      description:
        "The visitor's new name, what the operator wrote along, why a bot gave the chat away, or its late reply.",
    }),
  }),
})

export const Message = builder.prismaNode('Message', {
  id: { field: 'id' },
  nullable: true,
  description: 'One entry of a chat.',
  findUnique: (id, context) => {
    const { accountId, ...chat } = within(viewerOf(context))
    return { id, accountId, chat }
  },
  fields: (t) => ({
    uuid: t.field({
      type: 'UUID',
      description: 'The plain id, as `sendMessage` takes it.',
      resolve: ({ id }) => id,
    }),
    chatId: t.globalID({ resolve: ({ chatId }) => ({ type: 'Chat', id: chatId }) }),
    seq: t.exposeInt('seq', { description: 'Its place in the chat: 1, 2, 3 … without gaps.' }),
    author: t.expose('author', { type: MessageAuthorEnum }),
    operator: t.field({
      type: Operator,
      nullable: true,
      description: 'Who wrote, when the author is OPERATOR.',
      resolve: ({ userId }, _args, { loaders }) => (userId ? loaders.user.load(userId) : null),
    }),
    type: t.expose('type', { type: MessageTypeEnum }),
    text: t.exposeString('text', { nullable: true, description: 'Plain text; of media: its comment.' }),
    media: t.field({
      type: Media,
      nullable: true,
      resolve: (message) => message.media as MediaShape | null,
    }),
    rich: t.field({
      type: RichContent,
      nullable: true,
      description: "Of a bot's MARKDOWN and BUTTONS, and of a button that was pressed.",
      resolve: (message) => message.rich as RichShape | null,
    }),
    notice: t.field({
      type: Notice,
      nullable: true,
      resolve: (message) => message.notice as NoticeShape | null,
    }),
    invite: t.exposeString('invite', {
      nullable: true,
      description: 'The invitation that the client had shown before the visitor wrote (`sender.invite`).',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.prismaObjectField(Chat, 'messages', (t) =>
  t.prismaConnection({
    type: Message,
    cursor: 'id',
    description: 'By sequence number, ascending. Use `last` and `before` to read history upward.',
    resolve: (query, { id, accountId }, _args, context) => {
      const where = Prisma.sql`"accountId" = ${accountId}::uuid AND "chatId" = parent.id`
      return nestedPage<MessageRow>(
        context,
        id,
        { table: 'Message', where, order: ['seq'], direction: 'asc' },
        query,
      )
    },
  }),
)

export const FileRef = builder.prismaNode('File', {
  id: { field: 'id' },
  nullable: true,
  description: 'A file that an operator has uploaded through POST /files.',
  findUnique: (id, context) => ({
    id,
    accountId: viewerOf(context).accountId,
    ownerId: viewerOf(context).userId,
  }),
  fields: (t) => ({
    name: t.exposeString('name'),
    size: t.exposeInt('size', { description: 'Bytes.' }),
    duration: t.exposeInt('duration', {
      nullable: true,
      description: 'Whole seconds, of a recording that tells.',
    }),
    contentType: t.exposeString('contentType', { description: 'Found by looking at the content.' }),
  }),
})

const SendAs = builder.enumType('SendAs', {
  values: sentAsKinds,
  description:
    'Kinds that a file’s content does not tell. VOICE: an audio file. STICKER: a picture of at most 512 × 512 pixels and 1 MB.',
})

const LocationInput = builder.inputType('LocationInput', {
  description: 'A place, in degrees.',
  fields: (t) => ({
    latitude: t.float({ required: true, description: '−90 to 90.' }),
    longitude: t.float({ required: true, description: '−180 to 180.' }),
  }),
})

verbMutation('sendMessage', {
  description:
    'Sends an operator’s message and delivers it to the visitor. Sending to a waiting chat accepts it; the same id again changes nothing.',
  input: (t) => ({
    id: t.field({
      type: 'UUID',
      description: 'Made by the client; sending the same id again is the same message.',
    }),
    chatId: t.globalID({ for: [Chat] }),
    text: t.string({ required: false, description: 'Up to 4000 characters; with a file it is its comment.' }),
    fileId: t.globalID({ for: [FileRef], required: false, description: 'From POST /files.' }),
    sendAs: t.field({
      type: SendAs,
      required: false,
      description:
        'What the file is sent as; by default PHOTO, VIDEO, AUDIO or DOCUMENT, whichever its content is.',
    }),
    duration: t.int({
      required: false,
      description:
        'Seconds, 1 to 86400, of a recording whose file does not tell; where the file tells, that is sent.',
    }),
    location: t.field({ type: LocationInput, required: false, description: 'Instead of a file.' }),
  }),
  resolve: (context, { id, chatId, text, fileId, sendAs, duration, location }) =>
    sendOperatorMessage(context.services, {
      viewer: viewerOf(context),
      id,
      chatId: chatId.id,
      text: text ?? null,
      fileId: fileId?.id ?? null,
      sendAs,
      duration,
      location,
    }),
  payload: (t) => ({ message: t.field({ type: Message, nullable: true, resolve: ({ value }) => value }) }),
})

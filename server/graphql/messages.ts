import { editableUntil } from '../domain/messages/changes/editable-until.ts'
import type { EntryWriter } from '../domain/messages/entries/entry-kinds.ts'
import { type ShownType, shownTypeOf, writerOf } from '../domain/messages/entries/is-entry.ts'
import { mediaOf } from '../domain/messages/media-of.ts'
import type { Notice as NoticeShape } from '../domain/messages/notice.ts'
import { excerptOf } from '../domain/messages/quotes/with-quote.ts'
import { richOf } from '../domain/messages/rich-of.ts'
import { within } from '../domain/viewer.ts'
import { type Message as MessageRow, Prisma } from '../generated/prisma/client.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { nestedPage } from './kit/nested-page.ts'
import { related } from './kit/related.ts'
import { Media } from './media.ts'
import { Notice } from './notices.ts'
import { Operator } from './operators.ts'
import { RichContent } from './rich-content.ts'

export const MessageAuthorEnum = builder.enumType('MessageAuthor', {
  description: 'Who wrote a message.',
  values: {
    VISITOR: { description: 'The visitor.' },
    OPERATOR: { description: 'An operator.' },
    BOT: { description: 'A bot.' },
    AUTOMATIC: { description: 'Nobody: it is an automatic message of the channel.' },
    SYSTEM: { description: 'Nobody: it is a notice.' },
  } satisfies Record<EntryWriter, { description: string }>,
})

export const MessageTypeEnum = builder.enumType('MessageType', {
  description: 'What a message contains.',
  values: {
    TEXT: { description: 'Plain text, in `text`.' },
    VIDEO: { description: 'A video, in `media`.' },
    AUDIO: { description: 'An audio file, in `media`.' },
    VOICE: { description: 'A voice message, in `media`.' },
    PHOTO: { description: 'A picture, in `media`.' },
    STICKER: { description: 'A sticker, in `media`.' },
    DOCUMENT: { description: 'Any other file, in `media`.' },
    LOCATION: { description: 'A place on the map, in `media`.' },
    MARKDOWN: {
      description:
        "A bot's text with links, bold and italic, in `rich`. `text` is for channels that cannot show it.",
    },
    BUTTONS: {
      description: "A bot's predefined answers, in `rich`. `text` is for channels that cannot show them.",
    },
    NOTICE: { description: 'Something that happened in the chat, in `notice`.' },
    NOTE: { description: 'A note, in `text`: only operators see it.' },
  } satisfies Record<ShownType, { description: string }>,
})

export const Message = builder.prismaNode('Message', {
  id: { field: 'id' },
  nullable: true,
  description: 'One entry of a chat: a message, a note or a notice.',
  findUnique: (id, context) => {
    const { accountId, ...chat } = within(viewerOf(context))
    return { id, accountId, chat }
  },
  fields: (t) => ({
    uuid: t.field({
      type: 'UUID',
      description: 'The plain id. For a message of an operator, the `idempotencyKey` that it was sent with.',
      resolve: ({ id }) => id,
    }),
    chat: t.field({
      type: Chat,
      description: 'The chat that it is in.',
      resolve: ({ chatId }, _args, { loaders }, info) => related(loaders.chat, chatId, info),
    }),
    seq: t.exposeInt('seq', { description: 'Its place in the chat: 1, 2, 3 … without gaps.' }),
    author: t.field({ type: MessageAuthorEnum, description: 'Who wrote it.', resolve: writerOf }),
    operator: t.field({
      type: Operator,
      nullable: true,
      description: 'The operator who wrote it. Null unless the author is OPERATOR.',
      resolve: ({ userId }, _args, { loaders }) => (userId ? loaders.user.load(userId) : null),
    }),
    type: t.field({ type: MessageTypeEnum, description: 'What it contains.', resolve: shownTypeOf }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The plain text; for media, the comment on it.',
    }),
    media: t.field({
      type: Media,
      nullable: true,
      description: 'The file or place that it shows.',
      resolve: (message) => mediaOf(message.media),
    }),
    rich: t.field({
      type: RichContent,
      nullable: true,
      description: "Set for a bot's MARKDOWN and BUTTONS, and for a button that a visitor pressed.",
      resolve: (message) => richOf(message.rich),
    }),
    notice: t.field({
      type: Notice,
      nullable: true,
      description: 'What happened. Set for a NOTICE.',
      resolve: (message) => message.notice as NoticeShape | null,
    }),
    invite: t.exposeString('invite', {
      nullable: true,
      description:
        'The text of the invitation that the client had shown before the visitor wrote (`sender.invite`).',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its author last changed the text. Null when they never did.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its author deleted it: only its place in the chat is left. Null for all others.',
    }),
    mailedAt: t.expose('mailedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Of a reply: when it went to the visitor by mail, because they had left without seeing it. Of what a visitor wrote: when it came by mail. Null for all others.',
    }),
    editableUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when its author can edit and delete it: 15 minutes after it was written. Null when they never can. A reply can only be changed on a channel of the kind WIDGET.',
      resolve: editableUntil,
    }),
  }),
})

const MessageQuote = builder.objectRef<MessageRow>('MessageQuote').implement({
  description: 'What a message quotes.',
  fields: (t) => ({
    message: t.field({
      type: Message,
      description: 'The message or note itself.',
      resolve: (quoted) => quoted,
    }),
    excerpt: t.string({
      nullable: true,
      description:
        'The first 200 characters of its text, or what describes its file or place. Null when it was deleted.',
      resolve: (quoted) => (quoted.deletedAt ? null : excerptOf(quoted)),
    }),
  }),
})

builder.prismaObjectField(Message, 'quote', (t) =>
  t.field({
    type: MessageQuote,
    nullable: true,
    description: 'What it quotes. Null when it quotes nothing.',
    resolve: ({ quotedId }, _args, { loaders }) => (quotedId ? loaders.message.load(quotedId) : null),
  }),
)

export const MessageConnection = connectionOf('Message', Message, { counted: 'always' })

builder.prismaObjectField(Chat, 'messages', (t) =>
  t.prismaConnection(
    {
      type: Message,
      cursor: 'id',
      description:
        'The messages, notes and notices in the order of `seq`. Use `last` and `before` to read history backwards.',
      // They are numbered without gaps.
      totalCount: ({ lastSeq }) => lastSeq,
      resolve: (query, { id, accountId }, _args, context) => {
        const where = Prisma.sql`"accountId" = ${accountId}::uuid AND "chatId" = parent.id`
        return nestedPage<MessageRow>(
          context,
          id,
          { table: 'Message', where, order: ['seq'], direction: 'asc' },
          query,
        )
      },
    },
    MessageConnection,
  ),
)

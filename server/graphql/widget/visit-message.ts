import { shownTypeOf, writerOf } from '../../domain/messages/entries/is-entry.ts'
import type { Media } from '../../domain/messages/media.ts'
import { mediaOf } from '../../domain/messages/media-of.ts'
import { excerptOf } from '../../domain/messages/quotes/with-quote.ts'
import { richOf } from '../../domain/messages/rich-of.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { builder } from '../kit/builder.ts'
import { wholeNumber } from '../media.ts'
import { MessageAuthorEnum, MessageTypeEnum } from '../messages.ts'
import { MessageButton } from '../rich-content.ts'
import { VisitOperator } from './visit-operator.ts'

const VisitFile = builder.objectRef<Media>('VisitFile').implement({
  description: 'A file in a message, under an address that nobody can guess.',
  fields: (t) => ({
    url: t.string({ description: 'Its address.', resolve: ({ file }) => file ?? '' }),
    name: t.string({ description: 'Its name.', resolve: ({ fileName }) => fileName ?? '' }),
    size: t.int({
      nullable: true,
      description: 'Its size in bytes. Null when it is unknown or 2 GiB or more.',
      resolve: (media) => wholeNumber(media.fileSize),
    }),
    width: t.int({
      nullable: true,
      description: 'The width of a picture in pixels.',
      resolve: (media) => wholeNumber(media.width),
    }),
    height: t.int({
      nullable: true,
      description: 'The height of a picture in pixels.',
      resolve: (media) => wholeNumber(media.height),
    }),
    duration: t.int({
      nullable: true,
      description: 'The length of a recording in whole seconds.',
      resolve: (media) => wholeNumber(media.duration),
    }),
    thumbUrl: t.exposeString('thumb', {
      nullable: true,
      description: 'A preview of a picture, 320 pixels wide.',
    }),
  }),
})

const VisitLocation = builder.objectRef<Media>('VisitLocation').implement({
  description: 'A place on the map.',
  fields: (t) => ({
    latitude: t.float({ description: 'Degrees, −90 to 90.', resolve: ({ latitude }) => latitude ?? 0 }),
    longitude: t.float({ description: 'Degrees, −180 to 180.', resolve: ({ longitude }) => longitude ?? 0 }),
    title: t.exposeString('title', { nullable: true, description: 'The name of the place.' }),
  }),
})

const VisitQuote = builder.objectRef<Message>('VisitQuote').implement({
  description: 'What a message quotes.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'The `id` of the quoted message.', resolve: ({ id }) => id }),
    text: t.string({
      nullable: true,
      description:
        'The first 200 characters of its text, or what describes its file or place. Null when it was deleted.',
      resolve: (quoted) => (quoted.deletedAt ? null : excerptOf(quoted)),
    }),
  }),
})

export const VisitMessage = builder.objectRef<Message>('VisitMessage').implement({
  description: 'A message as the visitor sees it.',
  fields: (t) => ({
    id: t.field({
      type: 'UUID',
      description: 'Its id. For a message of the visitor, the `idempotencyKey` that it was sent with.',
      resolve: ({ id }) => id,
    }),
    chatId: t.field({
      type: 'UUID',
      description:
        'The `id` of its chat. Messages of a blacklisted visitor are not stored and have no chat: this is then their own `id`.',
      resolve: ({ chatId }) => chatId,
    }),
    seq: t.exposeInt('seq', {
      description:
        'Its place in its chat. The numbers increase, with gaps for entries that visitors do not see.',
    }),
    author: t.field({
      type: MessageAuthorEnum,
      description: 'Who wrote it; never SYSTEM.',
      resolve: writerOf,
    }),
    isRead: t.boolean({
      description: 'Whether an operator of the chat has read it. False for what the visitor did not write.',
      resolve: async ({ author, seq, chatId }, _args, { loaders }) =>
        author === 'VISITOR' && seq <= (await loaders.readByMembersOfChat.load(chatId)),
    }),
    operator: t.field({
      type: VisitOperator,
      nullable: true,
      description:
        'The operator or bot who wrote it. Null for the visitor’s own, for automatic messages, and when the author no longer exists.',
      resolve: async (message, _args, { loaders }) => {
        const { userId, chatId } = message
        const writer = writerOf(message)
        if (writer === 'OPERATOR' && userId) return loaders.user.load(userId)
        if (writer !== 'BOT') return null
        const botId = (await loaders.chat.load(chatId))?.botId
        const bot = botId ? await loaders.bot.load(botId) : null
        return bot && { id: bot.id, name: bot.name, photoId: null }
      },
    }),
    type: t.field({
      type: MessageTypeEnum,
      description: 'What it contains; never NOTICE.',
      resolve: shownTypeOf,
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The plain text, or the comment on a file.',
    }),
    invite: t.exposeString('invite', {
      nullable: true,
      description: 'The text of the invitation that the visitor answered with this message.',
    }),
    markdown: t.string({
      nullable: true,
      description: 'For MARKDOWN: a text with links, bold and italic. It is not escaped.',
      resolve: (message) => richOf(message.rich)?.content ?? null,
    }),
    title: t.string({
      nullable: true,
      description: 'For BUTTONS: the text above them.',
      resolve: (message) => richOf(message.rich)?.title ?? null,
    }),
    buttons: t.field({
      type: [MessageButton],
      description: 'For BUTTONS: the predefined answers, at most three.',
      resolve: (message) => richOf(message.rich)?.buttons ?? [],
    }),
    pressedButtonId: t.string({
      nullable: true,
      description: 'The `buttonId` of the button that the visitor pressed to send this text.',
      resolve: (message) => richOf(message.rich)?.buttonId ?? null,
    }),
    file: t.field({
      type: VisitFile,
      nullable: true,
      description: 'The file that it shows.',
      resolve: (message) => {
        const media = mediaOf(message.media)
        return media?.file ? media : null
      },
    }),
    location: t.field({
      type: VisitLocation,
      nullable: true,
      description: 'The place that it shows.',
      resolve: (message) => (message.type === 'LOCATION' ? mediaOf(message.media) : null),
    }),
    quote: t.field({
      type: VisitQuote,
      nullable: true,
      description: 'What it quotes. Null when it quotes nothing.',
      resolve: ({ quotedId }, _args, { loaders }) => (quotedId ? loaders.message.load(quotedId) : null),
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
  }),
})

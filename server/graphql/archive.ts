import { formatPrismaCursor, parsePrismaCursor } from '@pothos/plugin-prisma'
import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay'
import { findArchivedChats } from '../domain/archive/find-archived-chats.ts'
import { ChatOutcome } from '../generated/prisma/enums.ts'
import { Bot } from './bots.ts'
import { Channel } from './channels.ts'
import { TimeRangeInput } from './chat-filters.ts'
import { Chat, ChatRatingEnum } from './chats.ts'
import { Department } from './departments.ts'
import { DEFAULT_PAGE, MAX_LIST, MAX_PAGE } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { Operator } from './operators.ts'
import { ReportDimension } from './report-dimension.ts'
import { type FoundChatShape, findSnippet, Snippet } from './search-snippets.ts'
import { Tag } from './tags.ts'

const ChatOutcomeEnum = builder.enumType(ChatOutcome, {
  name: 'ChatOutcome',
  description: 'How a chat ended.',
  values: {
    ANSWERED: { description: 'An operator has written at least one message.' },
    BOT: { description: 'A bot answered, and nobody asked for an operator.' },
    MISSED: {
      description:
        'No operator wrote, although the visitor waited for one, possibly after a handover by a bot.',
    },
  },
})

builder.prismaObjectField(Chat, 'outcome', (t) =>
  t.field({
    type: ChatOutcomeEnum,
    nullable: true,
    description: 'How it ended. Null while it is open.',
    resolve: async ({ id, status }, _args, { loaders }) =>
      status === 'CLOSED' ? ((await loaders.archivedChat.load(id))?.outcome ?? null) : null,
  }),
)

builder.prismaObjectFields(Chat, (t) => ({
  rating: t.expose('rating', {
    type: ChatRatingEnum,
    nullable: true,
    description: 'How the visitor rated it. Null when they did not.',
  }),
  ratingComment: t.exposeString('ratingComment', {
    nullable: true,
    description: 'What the visitor added to the rating; up to 1000 characters.',
  }),
  ratedAt: t.expose('ratedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the visitor rated it.',
  }),
}))

const CountedFilterInput = builder.inputType('CountedFilter', {
  description:
    'Which closed chats to return, by the values that reports count, which are known a few seconds after a chat was closed. Every given field must match.',
  fields: (t) => ({
    botId: t.globalID({ for: [Bot], required: false, description: 'Chats that this bot answered.' }),
    country: t.string({
      required: false,
      description: 'Chats of visitors in this country (ISO 3166-1 alpha-2).',
    }),
    page: t.string({
      required: false,
      description: 'Chats of visitors on this page, without query and fragment; up to 300 characters.',
    }),
    hour: t.int({
      required: false,
      description:
        'Chats that began in this hour of the week, from 0 (Monday at midnight) to 167, in the time zone of the account.',
    }),
    inHours: t.boolean({
      required: false,
      description: 'True for chats that began within the business hours, false for all others.',
    }),
    firstReplyFrom: t.int({
      required: false,
      description: 'Chats whose first reply took this many seconds or longer.',
    }),
    replyFrom: t.int({
      required: false,
      description: 'Chats in which a reply took this many seconds or longer.',
    }),
    handlingFrom: t.int({
      required: false,
      description: 'Chats whose handling took this many seconds or longer.',
    }),
    transferred: t.boolean({
      required: false,
      description: 'True for chats that were transferred, false for all others.',
    }),
    firstReplyOnTime: t.boolean({
      required: false,
      description: 'Chats that met their target for the first reply, or did not.',
    }),
    closedOnTime: t.boolean({
      required: false,
      description: 'Chats that met their target for the closing, or did not.',
    }),
    without: t.field({
      type: ReportDimension,
      required: false,
      description:
        'Chats that have no value of this dimension, such as those that no operator was in. All have a channel and an hour.',
    }),
  }),
})

const ArchiveFilterInput = builder.inputType('ArchiveFilter', {
  description:
    'Which closed chats to return. Every given field must match; of a list, any one entry. Omitted fields do not restrict.',
  fields: (t) => ({
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `Chats of these channels. At most ${MAX_LIST} ids.`,
    }),
    operatorIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: `Chats that one of these operators was in. At most ${MAX_LIST} ids.`,
    }),
    departmentIds: t.globalIDList({
      for: [Department],
      required: false,
      description: `Chats that were last handed to one of these departments. At most ${MAX_LIST} ids.`,
    }),
    tagIds: t.globalIDList({
      for: [Tag],
      required: false,
      description: `Chats with one of these tags; \`[]\` for chats without any. At most ${MAX_LIST} ids.`,
    }),
    ratings: t.field({
      type: [ChatRatingEnum],
      required: false,
      description: 'Chats with one of these ratings.',
    }),
    outcomes: t.field({
      type: [ChatOutcomeEnum],
      required: false,
      description: 'Chats with one of these outcomes.',
    }),
    closedAt: t.field({ type: TimeRangeInput, required: false, description: 'When they were closed.' }),
    visitorNumber: t.int({ required: false, description: 'Chats of the visitor with this number.' }),
    blacklisted: t.boolean({
      required: false,
      description: 'True for chats of blacklisted visitors, false for all others.',
    }),
    counted: t.field({
      type: CountedFilterInput,
      required: false,
      description: 'What reports count them by.',
    }),
  }),
})

const ArchivedChat = builder.objectRef<FoundChatShape>('ArchivedChat').implement({
  description: 'A closed chat, and what in it matched the search.',
  fields: (t) => ({
    chat: t.field({
      type: Chat,
      description: 'The chat.',
      resolve: ({ chatId }, _args, { loaders }) => loadRow(loaders.chat, chatId),
    }),
    snippet: t.field({
      type: Snippet,
      nullable: true,
      description: 'The message that matched. Null without a search, and when no message contains the words.',
      resolve: (archived, _args, context) => findSnippet(context, archived),
    }),
  }),
})

builder.queryField('archivedChats', (t) =>
  t.connection(
    {
      type: ArchivedChat,
      description: 'Closed chats that the viewer may see, most recently closed first.',
      authScopes: { signedIn: true },
      args: {
        search: t.arg.string({
          required: false,
          description:
            "Return only chats that match: each word begins a word in the messages or the visitor's data, in any order; or the text is part of the visitor's name, e-mail address, phone number or id (three letters or digits or more, or one East Asian character), or the chat's number. Only the first 100 characters and ten words count.",
        }),
        filter: t.arg({
          type: ArchiveFilterInput,
          required: false,
          description: 'Which of them to return; all by default.',
        }),
      },
      resolve: async (_root, args, context) => {
        const { search } = args
        const viewer = viewerOf(context)
        const filter = readFilter(args.filter ?? {})
        const read = async (page: ResolveCursorConnectionArgs): Promise<FoundChatShape[]> => {
          const cursor = page.inverted ? page.before : page.after
          const afterId = cursor ? (parsePrismaCursor(cursor) as string) : undefined
          const found = findArchivedChats(
            { pool: context.services.reads },
            { viewer, filter, search },
            { limit: page.limit, oldestFirst: page.inverted, afterId },
          )
          const query = {
            take: page.inverted ? -page.limit : page.limit,
            ...(afterId && { cursor: { id: afterId } }),
          }
          const ids = await listPage(context, query, { table: 'ArchivedChat', column: 'chatId' }, found)
          return ids.map((chatId) => ({ chatId, accountId: viewer.accountId, search }))
        }
        const options = {
          args,
          defaultSize: DEFAULT_PAGE,
          maxSize: MAX_PAGE,
          toCursor: ({ chatId }: FoundChatShape) => formatPrismaCursor({ id: chatId }, 'id'),
        }
        return resolveCursorConnection(options, read)
      },
    },
    connectionOf('ArchivedChat', ArchivedChat, { counted: 'never' }),
  ),
)

function readFilter(filter: typeof ArchiveFilterInput.$inferInput) {
  const { channelIds, operatorIds, departmentIds, tagIds, closedAt, counted, ...rest } = filter
  const ids = (list?: readonly { id: string }[] | null) => list?.map(({ id }) => id)
  return {
    ...rest,
    closedFrom: closedAt?.since,
    closedBefore: closedAt?.until,
    channelIds: ids(channelIds),
    operatorIds: ids(operatorIds),
    departmentIds: ids(departmentIds),
    tagIds: ids(tagIds),
    counted: counted && { ...counted, botId: counted.botId?.id },
  }
}

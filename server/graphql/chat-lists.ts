import { queryDirect } from '../database/query-direct.ts'
import { type ChatFilter, chatsMatching } from '../domain/chats/chat-filter.ts'
import {
  type ChatList,
  definitionOf,
  hasOnlyOpen,
  orderOfChats,
  partsOfChatList,
} from '../domain/chats/chat-list.ts'
import { type ChatView, chatViews } from '../domain/chats/chat-views.ts'
import { countOpenViews } from '../domain/chats/count-open-views.ts'
import { findOnSite } from '../domain/chats/find-on-site.ts'
import { matchChats } from '../domain/chats/match-chats.ts'
import { findShown } from '../domain/saved-views/find-shown.ts'
import { reachedBy, type Viewer, within } from '../domain/viewer.ts'
import { type Chat as ChatRow, Prisma } from '../generated/prisma/client.ts'
import { ChatFilterInput, ChatOrderInput } from './chat-filters.ts'
import { Chat, ChatConnection } from './chats.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { type GraphQLContext, viewerOf } from './kit/context.ts'
import { nestedPage } from './kit/nested-page.ts'
import { inOrder, type PageQuery, selectPageOfParts } from './kit/select-page.ts'
import { SavedView } from './saved-views.ts'
import { Visitor } from './visitors.ts'

const ChatViewEnum = builder.enumType('ChatView', {
  description:
    'A view of the inbox: a filter with an order. Except for WAITING, the chat with the latest activity comes first.',
  values: {
    WAITING: { description: 'Chats that are waiting for an operator, longest wait first.' },
    MINE: { description: 'Open chats that the viewer is in and that are not snoozed.' },
    BOT: { description: 'Chats that a bot answers.' },
    ALL: { description: 'All open chats that are not snoozed.' },
    SNOOZED: { description: 'Chats that an operator has snoozed.' },
    CLOSED: { description: 'Closed chats.' },
  },
})

const ChatByInput = builder.inputType('ChatBy', {
  description: 'Identifies a chat by exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ for: [Chat], required: false, description: 'The `id` of the chat.' }),
    number: t.int({
      required: false,
      description: 'The `number` of the chat, which bots know as `chat_id`.',
    }),
  }),
})

/** A filter as the verbs take it. */
function readFilter(filter: typeof ChatFilterInput.$inferInput | null | undefined): ChatFilter | null {
  if (!filter) return null
  const { channelIds, departmentIds, operatorIds, tagIds, visitorId, ...others } = filter
  const plain = (ids: { id: string }[] | null | undefined) => ids?.map(({ id }) => id)
  return {
    ...others,
    channelIds: plain(channelIds),
    departmentIds: plain(departmentIds),
    operatorIds: plain(operatorIds),
    tagIds: plain(tagIds),
    visitorId: visitorId?.id,
  }
}

/** One page of a list, restricted to the chats that `search` finds. */
async function readChats(
  context: GraphQLContext,
  { search, ...asked }: Omit<ChatList, 'onSite'> & { search?: string | null },
  page: PageQuery,
): Promise<ChatRow[]> {
  const { services } = context
  const { viewer, view, filter } = asked
  const filters = [filter, view && definitionOf(view).filter]
  const list: ChatList = { ...asked, onSite: await findOnSite(services, { viewer, filters }) }
  const found = search
    ? await matchChats(services, { viewer, search, areOpen: hasOnlyOpen(asked) })
    : Prisma.sql`TRUE`
  // A chat that has left the list since is still a valid cursor.
  const cursorWhere = reachedBy(viewer)
  const parts = partsOfChatList(list).map(({ where, indexed }) => ({
    table: 'Chat' as const,
    where: Prisma.sql`${where} AND ${found}`,
    indexed,
    cursorWhere,
    ...orderOfChats(list),
  }))
  const rows = queryDirect<ChatRow>(services.pool, selectPageOfParts(parts, page), { replan: true })
  return inOrder(await listPage(context, page, { table: 'Chat', where: cursorWhere }, rows), page)
}

const COUNTED = ['WAITING', 'MINE', 'BOT', 'ALL', 'SNOOZED'] as const satisfies ChatView[]

const ChatCounts = builder.objectRef<Record<(typeof COUNTED)[number], number>>('ChatCounts').implement({
  description: 'How many chats there are in each view of the inbox.',
  fields: (t) => {
    const count = (view: (typeof COUNTED)[number]) =>
      t.int({
        description: `The number of chats in the view ${view}.`,
        resolve: (counts) => counts[view],
      })
    return {
      waiting: count('WAITING'),
      mine: count('MINE'),
      bot: count('BOT'),
      all: count('ALL'),
      snoozed: count('SNOOZED'),
    }
  },
})

async function countViews(
  { services }: GraphQLContext,
  viewer: Viewer,
): Promise<Record<(typeof COUNTED)[number], number>> {
  const filters = COUNTED.map((view) => chatViews[view].filter)
  const [WAITING = 0, MINE = 0, BOT = 0, ALL = 0, SNOOZED = 0] = await countOpenViews(services, {
    viewer,
    filters,
  })
  return { WAITING, MINE, BOT, ALL, SNOOZED }
}

builder.queryFields((t) => ({
  chats: t.prismaConnection(
    {
      type: Chat,
      cursor: 'id',
      description:
        'Chats that the viewer may see and that match `view`, `filter` and `search`. `totalCount` is only set for the views of open chats.',
      authScopes: { signedIn: true },
      args: {
        view: t.arg({
          type: ChatViewEnum,
          required: false,
          description: 'A view of the inbox. By default, chats of every status.',
        }),
        savedViewId: t.arg.globalID({
          for: [SavedView],
          required: false,
          description: 'A saved view, instead of `view`. Without one that the viewer has, the page is empty.',
        }),
        filter: t.arg({ type: ChatFilterInput, required: false, description: 'Which chats to return.' }),
        search: t.arg.string({
          required: false,
          description:
            "Return only chats that match: part of the visitor's name, e-mail address, phone number or id, or the chat's number. Only the first 100 characters count.",
        }),
        orderBy: t.arg({
          type: ChatOrderInput,
          required: false,
          description: "The order; by default the view's, or the latest activity first.",
        }),
      },
      totalCount: async (_root, { view, savedViewId, filter, search, orderBy }, context) => {
        const isCheap = view && !savedViewId && view !== 'CLOSED' && !filter && !search && !orderBy
        const filters = isCheap ? [chatViews[view].filter] : []
        const [count = null] = await countOpenViews(context.services, { viewer: viewerOf(context), filters })
        return count as number
      },
      resolve: async (query, _root, { view, savedViewId, filter, search, orderBy }, context) => {
        const viewer = viewerOf(context)
        const saved = savedViewId && (await findShown(context.services, { viewer, id: savedViewId.id }))
        if (saved === null) return []
        const list = { viewer, view: saved || view, filter: readFilter(filter), search, orderBy }
        return readChats(context, list, query)
      },
    },
    ChatConnection,
  ),
  chat: t.prismaField({
    type: Chat,
    nullable: true,
    description: 'One chat. Null when there is none, or the viewer may not see it.',
    authScopes: { signedIn: true },
    args: { by: t.arg({ type: ChatByInput, description: 'Which chat.' }) },
    resolve: (query, _root, { by }, context) => {
      const one = by.id ? { id: by.id.id } : { number: by.number ?? 0 }
      return context.services.db.chat.findFirst({ ...query, where: { ...one, ...within(viewerOf(context)) } })
    },
  }),
  chatCounts: t.field({
    type: ChatCounts,
    description: 'How many chats the viewer can see in each view.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, context) => countViews(context, viewerOf(context)),
  }),
}))

async function ofVisitor(
  context: GraphQLContext,
  given: typeof ChatFilterInput.$inferInput | null | undefined,
): Promise<Prisma.Sql> {
  const viewer = viewerOf(context)
  const filter = readFilter(given) ?? {}
  const onSite = await findOnSite(context.services, { viewer, filters: [filter] })
  const matching = chatsMatching(filter, { viewer, onSite })
  return Prisma.sql`"accountId" = ${viewer.accountId}::uuid AND "visitorId" = parent.id AND ${matching}`
}

builder.prismaObjectField(Visitor, 'chats', (t) =>
  t.prismaConnection(
    {
      type: Chat,
      cursor: 'id',
      description: 'The chats of the visitor, newest first.',
      args: {
        filter: t.arg({ type: ChatFilterInput, required: false, description: 'Which chats to return.' }),
      },
      totalCount: async ({ id }, { filter }, context) => {
        const where = await ofVisitor(context, filter)
        const [row] = await context.loaders
          .perParent(Prisma.sql`SELECT count(*)::int AS count FROM "Chat" WHERE ${where}`)
          .load(id)
        return (row as { count: number }).count
      },
      resolve: async (query, { id }, { filter }, context) =>
        nestedPage<ChatRow>(
          context,
          id,
          {
            table: 'Chat',
            where: await ofVisitor(context, filter),
            cursorWhere: await ofVisitor(context, null),
            order: ['createdAt', 'id'],
            direction: 'desc',
          },
          query,
        ),
    },
    ChatConnection,
  ),
)

import { queryDirect } from '../database/query-direct.ts'
import { acceptChat } from '../domain/chats/accept-chat.ts'
import { type ChatView, chatOrder, chatsInView } from '../domain/chats/chat-views.ts'
import { closeChat } from '../domain/chats/close-chat.ts'
import { countChatsInView } from '../domain/chats/count-chats-in-view.ts'
import { leaveChat } from '../domain/chats/leave-chat.ts'
import { markChatRead } from '../domain/chats/mark-chat-read.ts'
import { matchChats } from '../domain/chats/match-chats.ts'
import { setTyping } from '../domain/chats/set-typing.ts'
import { reachedBy, type Viewer, within } from '../domain/viewer.ts'
import { type Chat as ChatRow, Prisma } from '../generated/prisma/client.ts'
import { ChatStatus } from '../generated/prisma/enums.ts'
import type { Services } from '../services.ts'
import { builder } from './builder.ts'
import { Channel } from './channels.ts'
import { type GraphQLContext, viewerOf } from './context.ts'
import { Department } from './departments.ts'
import { loadRow } from './load.ts'
import { nestedPage } from './nested-page.ts'
import { Operator } from './operators.ts'
import { inOrder, type PageQuery, selectPage } from './select-page.ts'
import { verbMutation } from './verb-mutation.ts'
import { Visitor } from './visitors.ts'

export const ChatStatusEnum = builder.enumType(ChatStatus, {
  name: 'ChatStatus',
  description:
    'BOT: a bot answers. QUEUED: waits for an operator. ACTIVE: at least one is in. CLOSED: over for good.',
})

const ChatViewEnum = builder.enumType('ChatView', {
  description:
    'WAITING: nobody has accepted it, longest wait first. MINE: the viewer is in it. BOT: a bot answers. ALL: every open chat.',
  values: ['WAITING', 'MINE', 'BOT', 'ALL', 'CLOSED'] as const,
})

export const Chat = builder.prismaNode('Chat', {
  id: { field: 'id' },
  nullable: true,
  description: 'One conversation with a visitor.',
  findUnique: (id, context) => ({ id, ...within(viewerOf(context)) }),
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The number that people and webhooks know it by.' }),
    status: t.expose('status', { type: ChatStatusEnum }),
    revision: t.exposeInt('revision', {
      description: 'Grows with every change; a larger one is the newer state.',
    }),
    visitor: t.field({
      type: Visitor,
      resolve: (chat, _args, { loaders }) => loadRow(loaders.visitor, chat.visitorId),
    }),
    channel: t.field({
      type: Channel,
      resolve: (chat, _args, { loaders }) => loadRow(loaders.channel, chat.channelId),
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'The department that it was handed to.',
      resolve: (chat, _args, { loaders }) =>
        chat.departmentId ? loaders.department.load(chat.departmentId) : null,
    }),
    operators: t.field({
      type: [Operator],
      description: 'Who is in it now, first come first.',
      resolve: async (chat, _args, { loaders }) => {
        const members = await loaders.membersOfChat.load(chat.id)
        const present = members.filter((member) => member.leftAt === null)
        return Promise.all(present.map((member) => loadRow(loaders.user, member.userId)))
      },
    }),
    answeredBy: t.field({
      type: [Operator],
      description: 'Who is or was in it, first come first: after it was closed, too.',
      resolve: async (chat, _args, { loaders }) => {
        const members = await loaders.membersOfChat.load(chat.id)
        return Promise.all(members.map((member) => loadRow(loaders.user, member.userId)))
      },
    }),
    failedDeliveries: t.int({
      description: 'Messages that did not reach the visitor, except those whose client asked for silence.',
      resolve: (chat, _args, { loaders }) => loaders.failedDeliveriesOfChat.load(chat.id),
    }),
    lastSeq: t.exposeInt('lastSeq', { description: 'Sequence number of the last message.' }),
    lastVisitorSeq: t.exposeInt('lastVisitorSeq', {
      description: "Sequence number of the visitor's last message.",
    }),
    viewerLastReadSeq: t.int({
      nullable: true,
      description: 'How far the viewer has read. Null inside events, which are the same for everybody.',
      resolve: (chat, _args, { loaders, shared, viewer }) =>
        shared || !viewer ? null : loaders.readSeq(viewer.userId).load(chat.id),
    }),
    preview: t.exposeString('preview', { description: 'The first 200 characters of the last message.' }),
    lastActivityAt: t.expose('lastActivityAt', { type: 'DateTime' }),
    queuedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when it waits: the place in the queue, which it keeps when it is handed on.',
      // The row keeps the time while an operator is in, for the case that the chat waits again.
      resolve: ({ status, queuedAt }) => (status === 'QUEUED' ? queuedAt : null),
    }),
    acceptedAt: t.expose('acceptedAt', { type: 'DateTime', nullable: true }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.prismaObjectField(Visitor, 'chats', (t) =>
  t.prismaConnection({
    type: Chat,
    cursor: 'id',
    description: 'All chats of the visitor, newest first.',
    resolve: (query, { id, accountId }, _args, context) => {
      const where = Prisma.sql`"accountId" = ${accountId}::uuid AND "visitorId" = parent.id`
      return nestedPage<ChatRow>(
        context,
        id,
        { table: 'Chat', where, order: ['createdAt', 'id'], direction: 'desc' },
        query,
      )
    },
  }),
)

const ChatCounts = builder.objectRef<{ viewer: Viewer }>('ChatCounts').implement({
  description: 'How many chats each view holds.',
  fields: (t) => {
    const count = (view: ChatView) =>
      t.int({ resolve: ({ viewer }, _args, { services }) => countChatsInView(services, { viewer, view }) })
    return { waiting: count('WAITING'), mine: count('MINE'), bot: count('BOT'), all: count('ALL') }
  },
})

/** One page of a view; `search` leaves of it what it finds. */
async function readView(
  context: GraphQLContext,
  { view, search }: { view: ChatView; search?: string | null },
  page: PageQuery,
): Promise<ChatRow[]> {
  const viewer = viewerOf(context)
  const { services } = context
  const inView = chatsInView(viewer, view)
  const where = search ? Prisma.sql`${inView} AND ${await matchChats(services, { viewer, search })}` : inView
  // A chat that has left the view since is a cursor as good as before.
  const pages = { table: 'Chat', where, cursorWhere: reachedBy(viewer), ...chatOrder(view) } as const
  const rows = await queryDirect<ChatRow>(services.pool, selectPage(pages, page), { replan: true })
  return inOrder(rows, page)
}

builder.queryFields((t) => ({
  chats: t.prismaConnection({
    type: Chat,
    cursor: 'id',
    description: 'One view of the inbox.',
    authScopes: { signedIn: true },
    args: {
      view: t.arg({ type: ChatViewEnum }),
      search: t.arg.string({
        required: false,
        description: "Part of the visitor's name, e-mail, phone or id, or the chat's number.",
      }),
    },
    resolve: (query, _root, args, context) => readView(context, args, query),
  }),
  chat: t.prismaField({
    type: Chat,
    nullable: true,
    description: 'Null for what the viewer may not see.',
    authScopes: { signedIn: true },
    args: { id: t.arg.globalID({ for: [Chat] }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.chat.findFirst({ ...query, where: { id: id.id, ...within(viewerOf(context)) } }),
  }),
  chatCounts: t.field({
    type: ChatCounts,
    authScopes: { signedIn: true },
    resolve: (_root, _args, context) => ({ viewer: viewerOf(context) }),
  }),
}))

type ChatVerb = (services: Services, input: { viewer: Viewer; chatId: string }) => Promise<ChatRow>

const chatVerbs: [name: string, description: string, verb: ChatVerb][] = [
  ['acceptChat', 'Takes a waiting chat. When somebody else was first, the CONFLICT says who.', acceptChat],
  ['leaveChat', 'Leaves a chat; after the last operator it waits again.', leaveChat],
]

for (const [name, description, verb] of chatVerbs) {
  verbMutation(name, {
    description,
    input: (t) => ({ chatId: t.globalID({ for: [Chat] }) }),
    resolve: (context, { chatId }) =>
      verb(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
    payload: (t) => ({ chat: t.field({ type: Chat, nullable: true, resolve: ({ value }) => value }) }),
  })
}

verbMutation('closeChat', {
  description: 'Closes a chat for good. What is still to be delivered is delivered.',
  input: (t) => ({
    chatId: t.globalID({ for: [Chat] }),
    lastVisitorSeq: t.int({
      required: false,
      description: 'As the viewer last saw it in the chat. CONFLICT when the visitor has written since.',
    }),
  }),
  resolve: (context, { chatId, lastVisitorSeq }) =>
    closeChat(context.services, { viewer: viewerOf(context), chatId: chatId.id, lastVisitorSeq }),
  payload: (t) => ({ chat: t.field({ type: Chat, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('markChatRead', {
  description: 'Notes how far the viewer has read, for all their screens. It never goes back.',
  input: (t) => ({ chatId: t.globalID({ for: [Chat] }), seq: t.int() }),
  resolve: (context, { chatId, seq }) =>
    markChatRead(context.services, { viewer: viewerOf(context), chatId: chatId.id, seq }),
  payload: (t) => ({ chat: t.field({ type: Chat, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('setTyping', {
  description:
    'Tells the visitor and the other operators that the viewer starts or stops typing. Call it at most once a second.',
  input: (t) => ({ chatId: t.globalID({ for: [Chat] }), typing: t.boolean() }),
  resolve: async (context, { chatId, typing }) => {
    await setTyping(context.services, { viewer: viewerOf(context), chatId: chatId.id, typing })
    return typing
  },
  payload: (t) => ({ typing: t.boolean({ nullable: true, resolve: ({ value }) => value }) }),
})

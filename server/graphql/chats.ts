import { acceptChat } from '../domain/chats/accept-chat.ts'
import { closeChat } from '../domain/chats/close-chat.ts'
import { leaveChat } from '../domain/chats/leave-chat.ts'
import { markChatRead } from '../domain/chats/mark-chat-read.ts'
import { markChatUnread } from '../domain/chats/mark-chat-unread.ts'
import { setTyping } from '../domain/chats/set-typing.ts'
import { within } from '../domain/viewer.ts'
import type { Chat as ChatRow } from '../generated/prisma/client.ts'
import { ChatRating, ChatStatus } from '../generated/prisma/enums.ts'
import { Channel } from './channels.ts'
import { Department } from './departments.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import { Visitor } from './visitors.ts'

export const ChatStatusEnum = builder.enumType(ChatStatus, {
  name: 'ChatStatus',
  description: 'The status of a chat.',
  values: {
    BOT: { description: 'A bot answers.' },
    QUEUED: { description: 'It is waiting for an operator.' },
    ACTIVE: { description: 'At least one operator is in it.' },
    CLOSED: { description: 'It has ended. The next message of the visitor opens a new chat.' },
  },
})

export const ChatRatingEnum = builder.enumType(ChatRating, {
  name: 'ChatRating',
  description: 'How a visitor rated a chat.',
  values: {
    POSITIVE: { description: 'It was good.' },
    NEGATIVE: { description: 'It was bad.' },
  },
})

export const Chat = builder.prismaNode('Chat', {
  id: { field: 'id' },
  nullable: true,
  description: 'A conversation with a visitor.',
  findUnique: (id, context) => ({ id, ...within(viewerOf(context)) }),
  fields: (t) => ({
    number: t.exposeInt('number', {
      description:
        'Its number, by which people, bots and webhooks refer to it: chats are numbered 1, 2, 3 … in each account.',
    }),
    status: t.expose('status', { type: ChatStatusEnum, description: 'Its current status.' }),
    revision: t.exposeInt('revision', {
      description:
        'Increases with every change: of two copies of a chat, the one with the larger revision is newer.',
    }),
    visitor: t.field({
      type: Visitor,
      description: 'Who started it.',
      resolve: (chat, _args, { loaders }) => loadRow(loaders.visitor, chat.visitorId),
    }),
    channel: t.field({
      type: Channel,
      description: 'The channel that the visitor writes through.',
      resolve: (chat, _args, { loaders }) => loadRow(loaders.channel, chat.channelId),
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'The department that it was last handed to.',
      resolve: (chat, _args, { loaders }) =>
        chat.departmentId ? loaders.department.load(chat.departmentId) : null,
    }),
    operators: t.field({
      type: [Operator],
      // Seldom more than one or two.
      complexity: { field: 1, multiplier: 3 },
      description: `The operators who are in it now, in the order in which they joined; at most ${MAX_LIST}.`,
      resolve: async (chat, _args, { loaders }) => {
        const members = await loaders.membersOfChat.load(chat.id)
        const present = members.filter((member) => member.leftAt === null)
        return Promise.all(present.map((member) => loadRow(loaders.user, member.userId)))
      },
    }),
    answeredBy: t.field({
      type: [Operator],
      description: `The operators who are or were in it, in the order in which they joined; at most ${MAX_LIST}.`,
      resolve: async (chat, _args, { loaders }) => {
        const members = await loaders.membersOfChat.load(chat.id)
        return Promise.all(members.map((member) => loadRow(loaders.user, member.userId)))
      },
    }),
    failedDeliveries: t.int({
      description:
        'The number of messages that could not be delivered, without those that the client rejected with the code `silent`.',
      resolve: (chat, _args, { loaders }) => loaders.failedDeliveriesOfChat.load(chat.id),
    }),
    lastSeq: t.exposeInt('lastSeq', {
      description: 'The sequence number of the last message, note or notice.',
    }),
    deliveredSeq: t.exposeInt('deliveredSeq', {
      description:
        'The sequence number of the last message that has reached the visitor’s widget; 0 when there is none, and on other channels.',
    }),
    seenSeq: t.exposeInt('seenSeq', {
      description:
        'The sequence number of the last message that the visitor has seen in the widget; 0 when there is none, and on other channels.',
    }),
    lastVisitorSeq: t.exposeInt('lastVisitorSeq', {
      description: "The sequence number of the visitor's last message; 0 when there is none.",
    }),
    viewerLastReadSeq: t.int({
      nullable: true,
      description:
        'The sequence number up to which the viewer has read. Null inside events, which are the same for everyone.',
      resolve: async (chat, _args, { loaders, shared, viewer }) =>
        shared || !viewer ? null : (await loaders.readMark(viewer.userId).load(chat.id)).lastSeq,
    }),
    viewerMarkedUnread: t.boolean({
      nullable: true,
      description:
        'Whether the viewer marked it as unread and has not opened it since. Null inside events, which are the same for everyone.',
      resolve: async (chat, _args, { loaders, shared, viewer }) =>
        shared || !viewer ? null : (await loaders.readMark(viewer.userId).load(chat.id)).markedUnread,
    }),
    preview: t.exposeString('preview', {
      description:
        'The beginning of the last message or note; up to 200 characters. Notes are for operators only: `lastIsNote` tells them apart.',
    }),
    lastActivityAt: t.expose('lastActivityAt', {
      type: 'DateTime',
      description: 'When the last message or note was stored; notices do not count.',
    }),
    queuedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Since when it has been waiting, which is its place in the queue; kept when it is handed over. Null unless it is QUEUED.',
      // The row keeps the time while an operator is in the chat, in case it has to wait again.
      resolve: ({ status, queuedAt }) => (status === 'QUEUED' ? queuedAt : null),
    }),
    leftAloneAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it went back to the queue because the operators who were in it had been gone for too long. Null unless it is QUEUED for this reason.',
      resolve: ({ status, leftAloneAt }) => (status === 'QUEUED' ? leftAloneAt : null),
    }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the first operator accepted it. Null before.',
    }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was closed. Null while it is open.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const ChatConnection = connectionOf('Chat', Chat, { counted: 'sometimes' })

/** The field of a payload with the chat that the verb has returned. */
export const chatNow = {
  type: Chat,
  nullable: true,
  description: 'The chat, as it is now.',
  resolve: ({ value }: { value: ChatRow | null }) => value,
} as const

verbMutation('acceptChat', {
  description: 'Makes the viewer the operator of a chat that is waiting or that a bot answers.',
  errors: ['CHAT_ACCEPTED_BY_OTHER', 'CHAT_CLOSED', 'NOT_FOUND'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat.' }) }),
  resolve: (context, { chatId }) =>
    acceptChat(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('leaveChat', {
  description: 'Makes the viewer leave a chat. When the last operator leaves, it waits again.',
  errors: ['CHAT_CLOSED', 'NOT_FOUND'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat.' }) }),
  resolve: (context, { chatId }) =>
    leaveChat(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('closeChat', {
  description:
    'Closes a chat for good. Pending messages are still delivered. Only an operator in the chat, a supervisor or an admin may do this; while it waits or a bot answers, anyone who can see it. Closing it again changes nothing.',
  errors: ['NOT_FOUND', 'NOT_IN_CHAT', 'TAG_REQUIRED', 'VISITOR_WROTE'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat to close.' }),
    lastVisitorSeq: t.int({
      required: false,
      description:
        'The value of `Chat.lastVisitorSeq` that the viewer knows. VISITOR_WROTE when the visitor has written since.',
    }),
    withoutTag: t.boolean({
      required: false,
      description:
        'True when no tag fits: the chat is closed without one, also where `Channel.requiresTag` is true.',
    }),
  }),
  resolve: (context, { chatId, ...input }) =>
    closeChat(context.services, { viewer: viewerOf(context), chatId: chatId.id, ...input }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('markChatRead', {
  description:
    'Stores how far the viewer has read, for all their devices; a lower number than before changes nothing. The chat no longer counts as marked as unread.',
  errors: ['NOT_FOUND'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    seq: t.int({ description: 'The sequence number of the last message that the viewer has seen.' }),
  }),
  resolve: (context, { chatId, seq }) =>
    markChatRead(context.services, { viewer: viewerOf(context), chatId: chatId.id, seq }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('markChatUnread', {
  description:
    'Marks a chat as unread for the viewer, on all their devices, until they read it again (`markChatRead`). Neither the visitor nor a colleague learns of it.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat.' }) }),
  resolve: (context, { chatId }) =>
    markChatUnread(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('setTyping', {
  description:
    'Shows the visitor and the other operators that the viewer has started or stopped typing. The visitor sees it only if the viewer is in the chat. Call it at most once a second.',
  errors: ['CHAT_CLOSED', 'NOT_FOUND'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    typing: t.boolean({ description: 'Whether the viewer is typing now.' }),
  }),
  resolve: async (context, { chatId, typing }) => {
    await setTyping(context.services, { viewer: viewerOf(context), chatId: chatId.id, typing })
    return typing
  },
  payload: (t) => ({
    typing: t.boolean({ nullable: true, description: 'What was announced.', resolve: ({ value }) => value }),
  }),
})

import { followEvents, type Told } from '../events/follow.ts'
import type { ChatActivity, LiveEvent } from '../events/live-event.ts'
import { EventKind } from '../generated/prisma/enums.ts'
import { Bot } from './bots.ts'
import { builder } from './builder.ts'
import { Channel } from './channels.ts'
import { ChatInvitation } from './chat-invitations.ts'
import { Chat, ChatStatusEnum } from './chats.ts'
import { viewerOf } from './context.ts'
import { Department } from './departments.ts'
import { CURSOR_MARK } from './execute-shared.ts'
import { Message } from './messages.ts'
import { Operator } from './operators.ts'
import { Visitor } from './visitors.ts'

const kinds = [
  ...Object.values(EventKind),
  'VISITOR_TYPING',
  'OPERATOR_TYPING',
  'PRESENCE_CHANGED',
  'RESYNC',
] as const

const EventKindEnum = builder.enumType('EventKind', {
  description:
    'What happened. Typing and presence are told once and never replayed. RESYNC: too much was missed, read everything again and go on live. A client ignores kinds that it does not know.',
  values: kinds,
})

const ChatActivityRef = builder.objectRef<ChatActivity>('ChatActivity').implement({
  description: 'What changes in a chat with each message.',
  fields: (t) => ({
    chatId: t.globalID({ resolve: ({ id }) => ({ type: 'Chat', id }) }),
    status: t.expose('status', { type: ChatStatusEnum }),
    revision: t.exposeInt('revision', { description: 'See Chat.revision.' }),
    lastSeq: t.exposeInt('lastSeq'),
    lastVisitorSeq: t.exposeInt('lastVisitorSeq'),
    preview: t.exposeString('preview'),
    lastActivityAt: t.expose('lastActivityAt', { type: 'DateTime' }),
  }),
})

const WITH_CHAT = new Set<LiveEvent['kind']>([
  'CHAT_OPENED',
  'CHAT_UPDATED',
  'CHAT_INVITATION_CREATED',
  'CHAT_INVITATION_UPDATED',
])
const WITH_INVITATION = new Set<LiveEvent['kind']>(['CHAT_INVITATION_CREATED', 'CHAT_INVITATION_UPDATED'])
const WITH_OPERATOR = new Set<LiveEvent['kind']>(['OPERATOR_UPDATED', 'OPERATOR_TYPING', 'PRESENCE_CHANGED'])

/** The row that an event is about, when its kind is about such rows. */
const subject = (event: LiveEvent, ofKind: (kind: LiveEvent['kind']) => boolean): string | null =>
  ofKind(event.kind) ? event.subjectId : null

const Event = builder.objectRef<LiveEvent>('Event').implement({
  description: 'One thing that a screen must learn. Which fields are set depends on the kind.',
  fields: (t) => ({
    id: t.string({
      nullable: true,
      description:
        'The same event has the same id, however often it comes: remember it to drop what comes twice. Null for what is never replayed.',
      resolve: ({ id }) => (id === null ? null : String(id)),
    }),
    cursor: t.string({
      nullable: true,
      description:
        'Where to go on with `events(after:)`: keep the one that came last. It is opaque, and several events may have the same one. Null for what is never replayed.',
      resolve: ({ id, kind }) => (id === null && kind !== 'RESYNC' ? null : CURSOR_MARK),
    }),
    kind: t.field({ type: EventKindEnum, resolve: ({ kind }) => kind }),
    chatId: t.globalID({
      nullable: true,
      description: 'The chat that it happened in.',
      resolve: ({ chatId }) => (chatId ? { type: 'Chat', id: chatId } : null),
    }),
    chat: t.field({
      type: Chat,
      nullable: true,
      description: 'Of CHAT_OPENED, CHAT_UPDATED and the invitations: its state at that time or newer.',
      resolve: ({ kind, chatId }, _args, { loaders }) =>
        chatId && WITH_CHAT.has(kind) ? loaders.chat.load(chatId) : null,
    }),
    activity: t.field({
      type: ChatActivityRef,
      nullable: true,
      description: 'Of MESSAGE_CREATED: what the message changed in its chat.',
      resolve: ({ kind, chatId, snapshot }, _args, { loaders }) => {
        if (kind !== 'MESSAGE_CREATED' || !chatId) return null
        return snapshot.activity ?? loaders.chat.load(chatId)
      },
    }),
    message: t.field({
      type: Message,
      nullable: true,
      description: 'Of MESSAGE_CREATED and MESSAGE_UPDATED.',
      resolve: ({ messageId, snapshot }, _args, { loaders }) =>
        snapshot.message ?? (messageId ? loaders.message.load(messageId) : null),
    }),
    visitor: t.field({
      type: Visitor,
      nullable: true,
      description: 'Of VISITOR_UPDATED.',
      resolve: (event, _args, { loaders }) => {
        const id = subject(event, (kind) => kind === 'VISITOR_UPDATED')
        return id ? loaders.visitor.load(id) : null
      },
    }),
    invitation: t.field({
      type: ChatInvitation,
      nullable: true,
      description: 'Of CHAT_INVITATION_CREATED and CHAT_INVITATION_UPDATED.',
      resolve: (event, _args, { services }) => {
        const id = subject(event, (kind) => WITH_INVITATION.has(kind))
        return id ? services.db.chatInvitation.findUnique({ where: { id } }) : null
      },
    }),
    operator: t.field({
      type: Operator,
      nullable: true,
      description: 'Of OPERATOR_UPDATED, OPERATOR_TYPING and PRESENCE_CHANGED.',
      resolve: (event, _args, { loaders }) => {
        const id = subject(event, (kind) => WITH_OPERATOR.has(kind))
        return id ? loaders.user.load(id) : null
      },
    }),
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'Of CHANNEL_UPDATED; null when it was deleted.',
      resolve: async (event, _args, { loaders }) => {
        const id = subject(event, (kind) => kind === 'CHANNEL_UPDATED')
        const channel = id ? await loaders.channel.load(id) : null
        return channel?.deletedAt ? null : channel
      },
    }),
    bot: t.field({
      type: Bot,
      nullable: true,
      description: 'Of BOT_UPDATED, also when it was disconnected.',
      resolve: (event, _args, { loaders }) => {
        const id = subject(event, (kind) => kind === 'BOT_UPDATED')
        return id ? loaders.bot.load(id) : null
      },
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'Of DEPARTMENT_UPDATED; null when it was deleted.',
      resolve: (event, _args, { loaders }) => {
        const id = subject(event, (kind) => kind === 'DEPARTMENT_UPDATED')
        return id ? loaders.department.load(id) : null
      },
    }),
    subjectId: t.id({
      nullable: true,
      description: 'The plain id of what it is about, also when that is gone.',
      resolve: ({ subjectId }) => subjectId,
    }),
    typing: t.boolean({
      nullable: true,
      description: 'Of VISITOR_TYPING and OPERATOR_TYPING: whether they type now.',
      resolve: ({ typing }) => typing,
    }),
    lastReadSeq: t.int({
      nullable: true,
      description: 'Of CHAT_READ: how far the viewer has read.',
      resolve: ({ kind, chatId, userId }, _args, { loaders }) =>
        kind === 'CHAT_READ' && chatId && userId ? loaders.readSeq(userId).load(chatId) : null,
    }),
  }),
})

builder.subscriptionField('events', (t) =>
  t.field({
    type: Event,
    description:
      'Everything that an operator’s screen must learn, in one stream. With a cursor it first replays what came after it; what could arrive twice has the same id.',
    authScopes: { signedIn: true },
    args: { after: t.arg.string({ required: false, description: 'The last cursor that was seen.' }) },
    subscribe: (_root, { after }, context) =>
      followEvents(context.services, { viewer: viewerOf(context), after: after ?? null }),
    // Sockets take the batches apart: see execute-shared.ts.
    resolve: ([told]: Told[]) => (told as Told).event,
  }),
)

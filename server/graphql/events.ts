import { followEvents } from '../events/follow.ts'
import type { Told } from '../events/follower.ts'
import type { ChatActivity, LiveEvent } from '../events/live-event.ts'
import { CURSOR_MARK } from '../live/execute-shared.ts'
import { Bot } from './bots.ts'
import { builder } from './builder.ts'
import { Channel } from './channels.ts'
import { ChatInvitation } from './chat-invitations.ts'
import { Chat, ChatStatusEnum } from './chats.ts'
import { viewerOf } from './context.ts'
import { Department } from './departments.ts'
import { Message } from './messages.ts'
import { Operator } from './operators.ts'
import { Visitor } from './visitors.ts'

const kinds: Record<LiveEvent['kind'], { description: string }> = {
  CHAT_OPENED: { description: 'A visitor started a chat.' },
  CHAT_UPDATED: {
    description: 'A chat changed: its status, operators, department, bot or number of failed deliveries.',
  },
  MESSAGE_CREATED: { description: 'A chat got a new message or notice.' },
  MESSAGE_UPDATED: { description: 'The state of the delivery of a message changed.' },
  VISITOR_UPDATED: { description: 'What is known about a visitor changed.' },
  CHAT_INVITATION_CREATED: { description: 'An operator was invited to a chat.' },
  CHAT_INVITATION_UPDATED: { description: 'An invitation to a chat was accepted, declined or expired.' },
  CHAT_READ: { description: 'The viewer read on in a chat, on this or another device.' },
  OPERATOR_UPDATED: { description: 'An operator was added or changed.' },
  CHANNEL_UPDATED: { description: 'A channel was created, changed or deleted.' },
  DEPARTMENT_UPDATED: { description: 'A department was created, changed or deleted.' },
  BOT_UPDATED: { description: 'A bot was connected, changed or disconnected.' },
  VISITOR_TYPING: { description: 'A visitor started or stopped typing. Never replayed.' },
  OPERATOR_TYPING: { description: 'An operator started or stopped typing. Never replayed.' },
  PRESENCE_CHANGED: { description: 'An operator went online, away or offline. Never replayed.' },
  RESYNC: {
    description:
      'Too many events were missed to replay them: read everything again. The stream continues live.',
  },
}

const EventKindEnum = builder.enumType('EventKind', {
  description: 'What happened. Clients must ignore kinds that they do not know: more may be added.',
  values: kinds,
})

const ChatActivityRef = builder.objectRef<ChatActivity>('ChatActivity').implement({
  description: 'The fields of a chat that change with every message.',
  fields: (t) => ({
    chatId: t.globalID({
      description: 'The `id` of the chat.',
      resolve: ({ id }) => ({ type: 'Chat', id }),
    }),
    status: t.expose('status', { type: ChatStatusEnum, description: 'See `Chat.status`.' }),
    revision: t.exposeInt('revision', { description: 'See `Chat.revision`.' }),
    lastSeq: t.exposeInt('lastSeq', { description: 'See `Chat.lastSeq`.' }),
    lastVisitorSeq: t.exposeInt('lastVisitorSeq', { description: 'See `Chat.lastVisitorSeq`.' }),
    preview: t.exposeString('preview', { description: 'See `Chat.preview`.' }),
    lastActivityAt: t.expose('lastActivityAt', {
      type: 'DateTime',
      description: 'See `Chat.lastActivityAt`.',
    }),
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
  description:
    'Something that happened in the account and that the viewer may see. Which fields are set depends on `kind`.',
  fields: (t) => ({
    id: t.string({
      nullable: true,
      description:
        'The same event has the same id whenever it is sent: remember it to drop repetitions. Null for events that are never replayed.',
      resolve: ({ id }) => (id === null ? null : String(id)),
    }),
    cursor: t.string({
      nullable: true,
      description:
        'Keep the last one, and pass it as `events(after:)` to continue from here. It is opaque, and several events may have the same one. Null for events that are never replayed.',
      resolve: ({ id, kind }) => (id === null && kind !== 'RESYNC' ? null : CURSOR_MARK),
    }),
    kind: t.field({ type: EventKindEnum, description: 'What happened.', resolve: ({ kind }) => kind }),
    chatId: t.globalID({
      nullable: true,
      description: 'The `id` of the chat that it happened in. Null for events outside chats.',
      resolve: ({ chatId }) => (chatId ? { type: 'Chat', id: chatId } : null),
    }),
    chat: t.field({
      type: Chat,
      nullable: true,
      description:
        'The chat, as it was at that time or later. Set for CHAT_OPENED, CHAT_UPDATED, CHAT_INVITATION_CREATED and CHAT_INVITATION_UPDATED.',
      resolve: ({ kind, chatId }, _args, { loaders }) =>
        chatId && WITH_CHAT.has(kind) ? loaders.chat.load(chatId) : null,
    }),
    activity: t.field({
      type: ChatActivityRef,
      nullable: true,
      description: 'What the message changed in its chat. Set for MESSAGE_CREATED.',
      resolve: ({ kind, chatId, snapshot }, _args, { loaders }) => {
        if (kind !== 'MESSAGE_CREATED' || !chatId) return null
        return snapshot.activity ?? loaders.chat.load(chatId)
      },
    }),
    message: t.field({
      type: Message,
      nullable: true,
      description: 'The message. Set for MESSAGE_CREATED and MESSAGE_UPDATED.',
      resolve: ({ messageId, snapshot }, _args, { loaders }) =>
        snapshot.message ?? (messageId ? loaders.message.load(messageId) : null),
    }),
    visitor: t.field({
      type: Visitor,
      nullable: true,
      description: 'The visitor, as they are now. Set for VISITOR_UPDATED.',
      resolve: (event, _args, { loaders }) => {
        const id = subject(event, (kind) => kind === 'VISITOR_UPDATED')
        return id ? loaders.visitor.load(id) : null
      },
    }),
    invitation: t.field({
      type: ChatInvitation,
      nullable: true,
      description:
        'The invitation, as it is now. Set for CHAT_INVITATION_CREATED and CHAT_INVITATION_UPDATED.',
      resolve: (event, _args, { services }) => {
        const id = subject(event, (kind) => WITH_INVITATION.has(kind))
        return id ? services.db.chatInvitation.findUnique({ where: { id } }) : null
      },
    }),
    operator: t.field({
      type: Operator,
      nullable: true,
      description:
        'The operator, as they are now. Set for OPERATOR_UPDATED, OPERATOR_TYPING and PRESENCE_CHANGED.',
      resolve: (event, _args, { loaders }) => {
        const id = subject(event, (kind) => WITH_OPERATOR.has(kind))
        return id ? loaders.user.load(id) : null
      },
    }),
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'The channel, as it is now. Set for CHANNEL_UPDATED; null when it was deleted.',
      resolve: async (event, _args, { loaders }) => {
        const id = subject(event, (kind) => kind === 'CHANNEL_UPDATED')
        const channel = id ? await loaders.channel.load(id) : null
        return channel?.deletedAt ? null : channel
      },
    }),
    bot: t.field({
      type: Bot,
      nullable: true,
      description: 'The bot, as it is now. Set for BOT_UPDATED, even when it was disconnected.',
      resolve: (event, _args, { loaders }) => {
        const id = subject(event, (kind) => kind === 'BOT_UPDATED')
        return id ? loaders.bot.load(id) : null
      },
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'The department, as it is now. Set for DEPARTMENT_UPDATED; null when it was deleted.',
      resolve: (event, _args, { loaders }) => {
        const id = subject(event, (kind) => kind === 'DEPARTMENT_UPDATED')
        return id ? loaders.department.load(id) : null
      },
    }),
    subjectId: t.id({
      nullable: true,
      description:
        'The UUID, not the global id, of the object that it is about. Set even when that was deleted.',
      resolve: ({ subjectId }) => subjectId,
    }),
    typing: t.boolean({
      nullable: true,
      description: 'Whether they are typing now. Set for VISITOR_TYPING and OPERATOR_TYPING.',
      resolve: ({ typing }) => typing,
    }),
    lastReadSeq: t.int({
      nullable: true,
      description: 'The sequence number up to which the viewer has read. Set for CHAT_READ.',
      resolve: ({ kind, chatId, userId }, _args, { loaders }) =>
        kind === 'CHAT_READ' && chatId && userId ? loaders.readSeq(userId).load(chatId) : null,
    }),
  }),
})

builder.subscriptionField('events', (t) =>
  t.field({
    type: Event,
    description:
      'All events that the viewer may see, in one stream. With a cursor, the events after it are replayed first. An event may arrive twice, with the same `id`.',
    authScopes: { signedIn: true },
    args: {
      after: t.arg.string({
        required: false,
        description:
          'The `cursor` of the last event received, or `Viewer.eventCursor`. Without it, only new events are sent.',
      }),
    },
    subscribe: (_root, { after }, context) =>
      followEvents(context.services, { principal: viewerOf(context), after: after ?? null }),
    // Sockets split the batches: see execute-shared.ts.
    resolve: ([told]: Told[]) => (told as Told).event,
  }),
)

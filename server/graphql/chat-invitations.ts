import { acceptChatInvitation } from '../domain/chats/accept-chat-invitation.ts'
import { declineChatInvitation } from '../domain/chats/decline-chat-invitation.ts'
import { inviteToChat } from '../domain/chats/invite-to-chat.ts'
import { transferChat } from '../domain/chats/transfer-chat.ts'
import { within } from '../domain/viewer.ts'
import type { ChatInvitation as InvitationRow } from '../generated/prisma/client.ts'
import { ChatInvitationState } from '../generated/prisma/enums.ts'
import { Chat, chatNow } from './chats.ts'
import { Department } from './departments.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'

const KindEnum = builder.enumType('ChatInvitationKind', {
  description: 'What accepting an invitation does.',
  values: {
    TRANSFER: { description: 'The invited operator joins, and the operator who sent it leaves.' },
    JOIN: { description: 'The invited operator joins, and the operator who sent it stays.' },
    OFFER: {
      description: 'The invited operator takes a waiting chat, which the routing of its channel offers.',
    },
  } satisfies Record<InvitationRow['kind'] | 'OFFER', object>,
})

const StateEnum = builder.enumType(ChatInvitationState, {
  name: 'ChatInvitationState',
  description: 'Whether an invitation is waiting for an answer, or how it ended.',
  values: {
    PENDING: { description: 'It is waiting for an answer.' },
    ACCEPTED: { description: 'The invited operator joined the chat.' },
    DECLINED: { description: 'The invited operator declined.' },
    EXPIRED: { description: 'It was not answered in time, or no longer applied.' },
  },
})

export const ChatInvitation = builder.prismaNode('ChatInvitation', {
  id: { field: 'id' },
  nullable: true,
  description:
    'An invitation of an operator to a chat. Those of colleagues expire after 60 seconds, an offer of the routing after the time that the channel says.',
  findUnique: (id, context) => ({ id, chat: within(viewerOf(context)) }),
  fields: (t) => ({
    kind: t.field({
      type: KindEnum,
      description: 'What accepting it does.',
      resolve: ({ kind, routedBy }) => (routedBy ? 'OFFER' : kind),
    }),
    state: t.expose('state', {
      type: StateEnum,
      description: 'Whether it is waiting for an answer, or how it ended.',
    }),
    chat: t.field({
      type: Chat,
      description: 'The chat to join.',
      resolve: ({ chatId }, _args, { loaders }) => loadRow(loaders.chat, chatId),
    }),
    from: t.field({
      type: Operator,
      nullable: true,
      description: 'Who sent it. Null for an OFFER.',
      resolve: (row, _args, { loaders }) => (row.routedBy ? null : loadRow(loaders.user, row.fromUserId)),
    }),
    to: t.field({
      type: Operator,
      description: 'Who is invited.',
      resolve: (row, _args, { loaders }) => loadRow(loaders.user, row.toUserId),
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'What the sender wrote to the invited operator.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it expires unless it is answered.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.objectField(Chat, 'invitations', (t) =>
  t.field({
    type: [ChatInvitation],
    description: `Its invitations that are waiting for an answer, oldest first; at most ${MAX_LIST}.`,
    resolve: (chat, _args, { loaders }) => loaders.pendingInvitationsOfChat.load(chat.id),
  }),
)

verbMutation('transferChat', {
  description:
    'Hands a chat to a department or an operator; give exactly one of the two. A department gets it immediately. An operator gets an invitation, and the chat stays where it is until it is accepted. Only an operator in the chat, a supervisor or an admin may do this.',
  errors: ['CHAT_CLOSED', 'INVALID', 'NOT_FOUND', 'NOT_IN_CHAT', 'OPERATOR_OFFLINE', 'TOO_LONG'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat to hand over.' }),
    operatorId: t.globalID({
      for: [Operator],
      required: false,
      description: 'Who should take over: an active operator who can see the chat and is not in it.',
    }),
    departmentId: t.globalID({
      for: [Department],
      required: false,
      description: 'Where the chat should wait, keeping its place in the queue.',
    }),
    note: t.string({
      required: false,
      description: 'A message to those who take over; up to 500 characters.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { chatId, operatorId, departmentId, note }, problems) =>
    transferChat(context.services, {
      viewer: viewerOf(context),
      problems,
      chatId: chatId.id,
      operatorId: operatorId?.id ?? null,
      departmentId: departmentId?.id ?? null,
      note: note ?? null,
    }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('inviteToChat', {
  description:
    'Invites another operator to join a chat; the operators in it stay. Only an operator in the chat, a supervisor or an admin may do this.',
  errors: ['CHAT_CLOSED', 'INVALID', 'NOT_FOUND', 'NOT_IN_CHAT', 'OPERATOR_OFFLINE', 'TOO_LONG'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat to join.' }),
    operatorId: t.globalID({
      for: [Operator],
      description: 'The operator to invite: an active operator who can see the chat and is not in it.',
    }),
    note: t.string({
      required: false,
      description: 'A message to the invited operator; up to 500 characters.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { chatId, operatorId, note }, problems) =>
    inviteToChat(context.services, {
      viewer: viewerOf(context),
      problems,
      chatId: chatId.id,
      operatorId: operatorId.id,
      note: note ?? null,
    }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

const invitationNow = {
  type: ChatInvitation,
  nullable: true,
  description: 'The invitation, as it is now.',
  resolve: ({ value }: { value: InvitationRow | null }) => value,
} as const

verbMutation('acceptChatInvitation', {
  description: 'Accepts an invitation: the viewer joins the chat. Only the invited operator may do this.',
  errors: ['INVITATION_ENDED', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [ChatInvitation], description: 'The invitation to answer.' }) }),
  resolve: (context, { id }) =>
    acceptChatInvitation(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ chatInvitation: t.field(invitationNow) }),
})

verbMutation('declineChatInvitation', {
  description: 'Declines an invitation; the chat stays where it is. Only the invited operator may do this.',
  errors: ['INVITATION_ENDED', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [ChatInvitation], description: 'The invitation to answer.' }) }),
  resolve: (context, { id }) =>
    declineChatInvitation(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ chatInvitation: t.field(invitationNow) }),
})

import { answerChatInvitation } from '../domain/chats/answer-chat-invitation.ts'
import { inviteToChat } from '../domain/chats/invite-to-chat.ts'
import { transferChat } from '../domain/chats/transfer-chat.ts'
import { within } from '../domain/viewer.ts'
import { ChatInvitationKind, ChatInvitationState } from '../generated/prisma/enums.ts'
import { builder } from './builder.ts'
import { Chat } from './chats.ts'
import { viewerOf } from './context.ts'
import { Department } from './departments.ts'
import { loadRow } from './load.ts'
import { Operator } from './operators.ts'
import { verbMutation } from './verb-mutation.ts'

const KindEnum = builder.enumType(ChatInvitationKind, {
  name: 'ChatInvitationKind',
  description: 'TRANSFER: when it is accepted, the one who sent it leaves. JOIN: both stay.',
})

const StateEnum = builder.enumType(ChatInvitationState, {
  name: 'ChatInvitationState',
  description: 'How it ended.',
})

export const ChatInvitation = builder.prismaNode('ChatInvitation', {
  id: { field: 'id' },
  nullable: true,
  description: 'An operator is asked to come into a chat. It ends by itself after 60 s.',
  findUnique: (id, context) => ({ id, chat: within(viewerOf(context)) }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum }),
    state: t.expose('state', { type: StateEnum }),
    chat: t.field({ type: Chat, resolve: ({ chatId }, _args, { loaders }) => loadRow(loaders.chat, chatId) }),
    from: t.field({
      type: Operator,
      resolve: (row, _args, { loaders }) => loadRow(loaders.user, row.fromUserId),
    }),
    to: t.field({
      type: Operator,
      resolve: (row, _args, { loaders }) => loadRow(loaders.user, row.toUserId),
    }),
    note: t.exposeString('note', { nullable: true }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.objectField(Chat, 'invitations', (t) =>
  t.field({
    type: [ChatInvitation],
    description: 'Invitations that wait for an answer.',
    resolve: (chat, _args, { loaders }) => loaders.pendingInvitationsOfChat.load(chat.id),
  }),
)

verbMutation('transferChat', {
  description:
    'Hands a chat on: to a department at once, to an operator by an invitation (it stays with you until it is accepted).',
  input: (t) => ({
    chatId: t.globalID({ for: [Chat] }),
    operatorId: t.globalID({ for: [Operator], required: false }),
    departmentId: t.globalID({ for: [Department], required: false }),
    note: t.string({ required: false, description: 'Up to 500 characters for whoever takes over.' }),
  }),
  resolve: (context, { chatId, operatorId, departmentId, note }) =>
    transferChat(context.services, {
      viewer: viewerOf(context),
      chatId: chatId.id,
      operatorId: operatorId?.id ?? null,
      departmentId: departmentId?.id ?? null,
      note: note ?? null,
    }),
  payload: (t) => ({ chat: t.field({ type: Chat, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('inviteToChat', {
  description: 'Asks another operator to come into the chat as well.',
  input: (t) => ({
    chatId: t.globalID({ for: [Chat] }),
    operatorId: t.globalID({ for: [Operator] }),
    note: t.string({ required: false, description: 'Up to 500 characters.' }),
  }),
  resolve: (context, { chatId, operatorId, note }) =>
    inviteToChat(context.services, {
      viewer: viewerOf(context),
      chatId: chatId.id,
      operatorId: operatorId.id,
      note: note ?? null,
    }),
  payload: (t) => ({ chat: t.field({ type: Chat, nullable: true, resolve: ({ value }) => value }) }),
})

const answers = [
  ['acceptChatInvitation', 'ACCEPTED', 'Comes into the chat that one was invited to.'],
  ['declineChatInvitation', 'DECLINED', 'Refuses an invitation; the chat stays where it was.'],
] as const

for (const [name, answer, description] of answers) {
  verbMutation(name, {
    description,
    input: (t) => ({ id: t.globalID({ for: [ChatInvitation] }) }),
    resolve: (context, { id }) =>
      answerChatInvitation(context.services, { viewer: viewerOf(context), invitationId: id.id, answer }),
    payload: (t) => ({
      chatInvitation: t.field({ type: ChatInvitation, nullable: true, resolve: ({ value }) => value }),
    }),
  })
}

import { chatActions, chatActionsOf } from '../domain/chats/chat-actions.ts'
import { joinChat } from '../domain/chats/join-chat.ts'
import { takeOverChat } from '../domain/chats/take-over-chat.ts'
import type { Role } from '../domain/operators/role.ts'
import { ChatStatus } from '../generated/prisma/enums.ts'
import { Chat, ChatStatusEnum, chatNow } from './chats.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import { Viewer } from './viewer.ts'

const meanings: Record<(typeof chatActions)[number], string> = {
  ACCEPT: '`acceptChat`: answer a chat that waits or that a bot answers.',
  SEND: '`sendMessage`; to a chat that waits or that a bot answers, it accepts the chat.',
  JOIN: '`joinChat`: answer it beside the operators who are in it.',
  TAKE_OVER: '`takeOverChat`: answer it in place of the operators who are in it.',
  LEAVE: '`leaveChat`.',
  INVITE: '`inviteToChat`.',
  TRANSFER: '`transferChat`.',
  HAND_BACK: '`handBackToBot`, where the channel has a bot.',
  SNOOZE: '`snoozeChat` and `unsnoozeChat`.',
  SET_PRIORITY: '`setChatPriority`.',
  ASSIGN_CARD: '`assignChat`: bind it to a CRM card.',
  CLOSE: '`closeChat`.',
}

const ChatActionEnum = builder.enumType('ChatAction', {
  description: 'What an operator can do with a chat that they see.',
  values: Object.fromEntries(
    chatActions.map((action) => [action, { description: meanings[action] }]),
  ) as Record<(typeof chatActions)[number], { description: string }>,
})

interface PermissionShape {
  status: ChatStatus
  isMember: boolean
  role: Role
}

const ChatPermission = builder.objectRef<PermissionShape>('ChatPermission').implement({
  description: 'What the viewer may do with the chats of one status.',
  fields: (t) => ({
    status: t.expose('status', { type: ChatStatusEnum, description: 'The status of the chats.' }),
    isInChat: t.boolean({
      resolve: ({ isMember }) => isMember,
      description: 'Whether the viewer is one of the `operators` of these chats.',
    }),
    actions: t.field({
      type: [ChatActionEnum],
      description: `What they may do; everything else is refused; at most ${chatActions.length}.`,
      resolve: chatActionsOf,
    }),
  }),
})

builder.objectField(Viewer, 'chatPermissions', (t) =>
  t.field({
    type: [ChatPermission],
    description:
      'What the viewer may do with the chats that they see. Every combination of `status` and `isInChat` occurs once, so there are at most 8. It depends on the role, which changes only with a new session.',
    resolve: ({ role }) =>
      Object.values(ChatStatus).flatMap((status) =>
        [true, false].map((isMember) => ({ status, isMember, role })),
      ),
  }),
)

verbMutation('joinChat', {
  description:
    'Makes the viewer one of the operators of a chat, beside those who are in it; a chat that nobody answers is accepted. Joining again changes nothing.',
  errors: ['CHAT_CLOSED', 'NOT_FOUND'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat.' }) }),
  resolve: (context, { chatId }) =>
    joinChat(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('takeOverChat', {
  description:
    'Makes the viewer the only operator of a chat: the others leave, which is written into the audit log, and invitations to it end. A chat that nobody answers is accepted. Taking it over again changes nothing.',
  errors: ['CHAT_ACCEPTED_BY_OTHER', 'CHAT_CLOSED', 'NOT_FOUND'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    operatorIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: `The operators in it, as far as the viewer knows; at most ${MAX_LIST}. CHAT_ACCEPTED_BY_OTHER when somebody else is in it by now.`,
    }),
  }),
  resolve: (context, { chatId, operatorIds }) =>
    takeOverChat(context.services, {
      viewer: viewerOf(context),
      chatId: chatId.id,
      operatorIds: operatorIds?.map(({ id }) => id),
    }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

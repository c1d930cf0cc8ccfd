import { randomUUID } from 'node:crypto'
import { handBackToBot } from '../../server/domain/bots/handover/hand-back-to-bot.ts'
import { startCall } from '../../server/domain/calls/start-call.ts'
import { takeCall } from '../../server/domain/calls/take-call.ts'
import { deleteChannel } from '../../server/domain/channels/delete-channel.ts'
import { updateChannel } from '../../server/domain/channels/update-channel.ts'
import { acceptChat } from '../../server/domain/chats/accept-chat.ts'
import { acceptChatInvitation } from '../../server/domain/chats/accept-chat-invitation.ts'
import { closeChat } from '../../server/domain/chats/close-chat.ts'
import { expireChatInvitations } from '../../server/domain/chats/expire-chat-invitations.ts'
import { inviteToChat } from '../../server/domain/chats/invite-to-chat.ts'
import { joinChat } from '../../server/domain/chats/join-chat.ts'
import { leaveChat } from '../../server/domain/chats/leave-chat.ts'
import { joinChatSilently } from '../../server/domain/chats/observers/join-chat-silently.ts'
import { leaveChatSilently } from '../../server/domain/chats/observers/leave-chat-silently.ts'
import { returnLeftChats } from '../../server/domain/chats/return-left-chats.ts'
import { setChatPriority } from '../../server/domain/chats/set-chat-priority.ts'
import { snoozeChat } from '../../server/domain/chats/snooze-chat.ts'
import { startChat } from '../../server/domain/chats/start-chat.ts'
import { takeOverChat } from '../../server/domain/chats/take-over-chat.ts'
import { transferChat } from '../../server/domain/chats/transfer-chat.ts'
import { deleteDepartment } from '../../server/domain/departments/delete-department.ts'
import { updateDepartment } from '../../server/domain/departments/update-department.ts'
import { deleteMessage } from '../../server/domain/messages/changes/delete-message.ts'
import { editMessage } from '../../server/domain/messages/changes/edit-message.ts'
import { writeNote } from '../../server/domain/messages/notes/write-note.ts'
import { sendMessage } from '../../server/domain/messages/send-message.ts'
import { deactivateOperator } from '../../server/domain/operators/deactivate-operator.ts'
import { setAvailability } from '../../server/domain/operators/set-availability.ts'
import { updateOperator } from '../../server/domain/operators/update-operator.ts'
import { tagChats } from '../../server/domain/tags/tag-chats.ts'
import { setOperatorAway } from '../../server/domain/team/set-operator-away.ts'
import { blacklistVisitor } from '../../server/domain/visitors/blacklist-visitor.ts'
import { eraseVisitor } from '../../server/domain/visitors/erase-visitor.ts'
import { mergeVisitors } from '../../server/domain/visitors/merge-visitors.ts'
import { updateVisitor } from '../../server/domain/visitors/update-visitor.ts'
import { inviteVisitor } from '../../server/domain/visits/invitations/invite-visitor.ts'
import { keepCrmAnswer } from '../../server/domain/webhooks/answers/keep-crm-answer.ts'
import { transact } from '../../server/events/transact.ts'
import { ANY, OPEN, type Verbs } from './verb.ts'

/** What operators and admins do, and what the sweep and a CRM's answer do to their chats. */
export const operatorVerbs: Verbs = {
  mergeVisitors: {
    touches: ['visitor', 'chat'],
    when: ANY,
    run: (services, { admin, guest, known }) =>
      mergeVisitors(services, { viewer: admin, survivorId: known.visitorId, mergedId: guest.visitorId }),
  },
  'mergeVisitors, the other way round': {
    touches: ['visitor', 'chat'],
    when: ['none', 'waiting'],
    run: (services, { admin, guest, known }) =>
      mergeVisitors(services, { viewer: admin, survivorId: guest.visitorId, mergedId: known.visitorId }),
  },
  blacklistVisitor: {
    touches: ['visitor', 'chat'],
    when: ['none', 'waiting'],
    run: (services, { admin, guest }) =>
      blacklistVisitor(services, { viewer: admin, visitorId: guest.visitorId, reason: 'Spam' }),
  },
  updateVisitor: {
    touches: ['visitor', 'chat'],
    when: ['none', 'waiting'],
    run: (services, { admin, guest }) =>
      updateVisitor(services, { viewer: admin, visitorId: guest.visitorId, phone: '123' }),
  },
  inviteVisitor: {
    touches: ['visitor', 'department'],
    when: ['none'],
    run: (services, { admin, guest, departmentId }) =>
      inviteVisitor(services, { viewer: admin, visitorId: guest.visitorId, text: 'Hello?', departmentId }),
  },
  eraseVisitor: {
    touches: ['visitor', 'chat'],
    when: ['none'],
    run: (services, { admin, guest }) =>
      eraseVisitor(services, { viewer: admin, visitorId: guest.visitorId }),
  },
  handBackToBot: {
    touches: ['chat', 'operator'],
    when: OPEN,
    run: (services, { admin, chatId }) => handBackToBot(services, { viewer: admin, chatId }),
  },
  acceptChat: {
    touches: ['chat', 'operator', 'channel'],
    when: ['bot', 'waiting'],
    run: (services, { operator, chatId }) => acceptChat(services, { viewer: operator, chatId }),
  },
  joinChat: {
    touches: ['chat', 'operator', 'channel'],
    when: ['waiting'],
    run: (services, { operator, chatId }) => joinChat(services, { viewer: operator, chatId }),
  },
  startChat: {
    touches: ['visitor', 'chat', 'operator', 'channel'],
    when: ['none'],
    run: async (services, { operator, guest }) => {
      await services.visitorPresence.touch(guest)
      await startChat(services, {
        ...{ viewer: operator, visitorId: guest.visitorId, continuedChatId: null },
        ...{ idempotencyKey: randomUUID(), text: 'Hello', fileId: null },
      })
    },
  },
  takeOverChat: {
    touches: ['chat', 'operator', 'channel'],
    when: ['waiting'],
    run: (services, { operator, chatId }) => takeOverChat(services, { viewer: operator, chatId }),
  },
  'acceptChat by an admin': {
    touches: ['chat', 'operator', 'channel'],
    when: ['waiting'],
    run: (services, { chief, chatId }) => acceptChat(services, { viewer: chief, chatId }),
  },
  sendMessage: {
    touches: ['chat', 'operator', 'channel'],
    when: ['waiting'],
    run: (services, { operator, chatId }) =>
      sendMessage(services, {
        viewer: operator,
        chatId,
        idempotencyKey: randomUUID(),
        text: 'Hello',
        fileId: null,
      }),
  },
  'sendMessage to the own chat': {
    touches: ['chat', 'operator', 'channel'],
    when: ['active'],
    run: (services, { chief, chatId }) =>
      sendMessage(services, {
        viewer: chief,
        chatId,
        idempotencyKey: randomUUID(),
        text: 'Hello',
        fileId: null,
      }),
  },
  'sendMessage that quotes the own reply': {
    touches: ['chat', 'operator', 'channel'],
    when: ['active'],
    run: (services, { chief, chatId, replyId }) =>
      sendMessage(services, {
        ...{ viewer: chief, chatId, idempotencyKey: randomUUID(), text: 'As I said', fileId: null },
        quotedId: replyId,
      }),
  },
  acceptChatInvitation: {
    touches: ['chat', 'operator', 'channel'],
    when: ['active'],
    run: (services, { operator, invitationId: id }) =>
      acceptChatInvitation(services, { viewer: operator, id }),
  },
  inviteToChat: {
    touches: ['chat', 'operator', 'channel'],
    when: ['active'],
    run: (services, { admin, operator, chatId }) =>
      inviteToChat(services, { viewer: admin, chatId, operatorId: operator.userId, note: null }),
  },
  'transferChat to a department': {
    touches: ['chat', 'operator', 'department'],
    when: ['active'],
    run: (services, { chief, chatId, departmentId }) =>
      transferChat(services, { viewer: chief, chatId, departmentId, operatorId: null, note: null }),
  },
  tagChats: {
    touches: ['chat'],
    when: ['waiting', 'active'],
    run: (services, { operator, chatId, tagId }) =>
      tagChats(services, { viewer: operator, chatIds: [chatId], addTagIds: [tagId], removeTagIds: [] }),
  },
  setChatPriority: {
    touches: ['chat'],
    when: ['waiting', 'active'],
    run: (services, { chief, chatId }) =>
      setChatPriority(services, { viewer: chief, chatId, priority: 'HIGH' }),
  },
  snoozeChat: {
    touches: ['chat'],
    when: ['active'],
    run: (services, { chief, chatId }) => snoozeChat(services, { viewer: chief, chatId, until: null }),
  },
  'writeNote with a mention': {
    touches: ['chat', 'operator', 'channel'],
    when: ['waiting', 'active'],
    run: (services, { chief, operator, chatId }) =>
      writeNote(services, {
        ...{ viewer: chief, chatId, idempotencyKey: randomUUID(), text: 'Please have a look' },
        mentionedIds: [operator.userId],
      }),
  },
  'editMessage: the note mentions somebody now': {
    touches: ['chat', 'operator', 'channel'],
    when: ['active'],
    run: (services, { chief, operator, noteId }) =>
      editMessage(services, { viewer: chief, id: noteId, text: 'Please', mentionedIds: [operator.userId] }),
  },
  'editMessage: the own reply': {
    touches: ['chat', 'operator'],
    when: ['active'],
    run: (services, { chief, replyId }) =>
      editMessage(services, { viewer: chief, id: replyId, text: 'Tomorrow', mentionedIds: [] }),
  },
  'deleteMessage: the own reply': {
    touches: ['chat', 'operator'],
    when: ['active'],
    run: (services, { chief, replyId }) => deleteMessage(services, { viewer: chief, id: replyId }),
  },
  deleteMessage: {
    touches: ['chat'],
    when: ['active'],
    run: (services, { chief, noteId }) => deleteMessage(services, { viewer: chief, id: noteId }),
  },
  leaveChat: {
    touches: ['chat', 'operator'],
    when: ['active'],
    run: (services, { chief, chatId }) => leaveChat(services, { viewer: chief, chatId }),
  },
  closeChat: {
    touches: ['chat', 'operator'],
    when: OPEN,
    run: (services, { chief, chatId }) => closeChat(services, { viewer: chief, chatId }),
  },
  joinChatSilently: {
    touches: ['chat', 'operator', 'channel'],
    when: ['waiting', 'active'],
    run: (services, { supervisor, chatId }) => joinChatSilently(services, { viewer: supervisor, chatId }),
  },
  leaveChatSilently: {
    touches: ['chat'],
    when: ['active'],
    run: (services, { admin, chatId }) => leaveChatSilently(services, { viewer: admin, chatId }),
  },
  takeCall: {
    touches: ['operator', 'channel'],
    when: ['none'],
    run: (services, { operator, callId }) => takeCall(services, { viewer: operator, id: callId }),
  },
  'startCall and take it': {
    touches: ['visitor', 'operator', 'channel'],
    when: ['none'],
    run: (services, { operator, guest }) =>
      startCall(services, {
        viewer: operator,
        visitorId: guest.visitorId,
        phone: '+493012345678',
        take: true,
      }),
  },
  deactivateOperator: {
    touches: ['operator'],
    when: ANY,
    run: (services, { admin, operator }) =>
      deactivateOperator(services, { viewer: admin, id: operator.userId }),
  },
  'updateOperator: no admin any more': {
    touches: ['operator'],
    when: OPEN,
    run: (services, { admin, chief }) =>
      updateOperator(services, { viewer: admin, id: chief.userId, role: 'OPERATOR' }),
  },
  setAvailability: {
    touches: ['operator'],
    when: ['waiting'],
    run: (services, { operator }) => setAvailability(services, { viewer: operator, available: false }),
  },
  setOperatorAway: {
    touches: ['operator'],
    when: ['waiting'],
    run: (services, { supervisor, operator }) =>
      setOperatorAway(services, { viewer: supervisor, id: operator.userId }),
  },
  'updateOperator: no supervisor any more': {
    touches: ['operator'],
    when: OPEN,
    run: (services, { admin, supervisor }) =>
      updateOperator(services, { viewer: admin, id: supervisor.userId, role: 'OPERATOR' }),
  },
  'updateChannel: nobody answers it': {
    touches: ['operator', 'channel'],
    when: ANY,
    run: (services, { admin, channelId }) =>
      updateChannel(services, { viewer: admin, id: channelId, operatorIds: [] }),
  },
  deleteChannel: {
    touches: ['channel', 'chat'],
    when: ANY,
    run: (services, { admin, channelId }) => deleteChannel(services, { viewer: admin, id: channelId }),
  },
  'updateDepartment: the operator is a member': {
    touches: ['department', 'operator'],
    when: ['none'],
    run: (services, { admin, operator, departmentId }) =>
      updateDepartment(services, { viewer: admin, id: departmentId, memberIds: [operator.userId] }),
  },
  deleteDepartment: {
    touches: ['department', 'chat'],
    when: ['none', 'active'],
    run: (services, { admin, departmentId }) =>
      deleteDepartment(services, { viewer: admin, id: departmentId }),
  },
  'expireChatInvitations: nobody answered in time': {
    touches: ['chat', 'operator'],
    when: ['active'],
    run: async (services, { invitationId }) => {
      const expiresAt = new Date(Date.now() - 1_000)
      await services.db.chatInvitation.updateMany({ where: { id: invitationId }, data: { expiresAt } })
      await expireChatInvitations(services)
    },
  },
  'returnLeftChats: the operator is gone': {
    touches: ['chat', 'operator'],
    when: ['active'],
    run: async (services, { chatId, chief }) => {
      const longAgo = new Date(Date.now() - 3_600_000)
      const { db } = services
      await db.chatMember.updateMany({ where: { chatId }, data: { joinedAt: longAgo } })
      await db.user.updateMany({ where: { id: chief.userId }, data: { goneAt: longAgo } })
      await returnLeftChats(services)
    },
  },
  'keepCrmAnswer: the CRM knows who it is': {
    touches: ['visitor', 'chat'],
    when: OPEN,
    run: (services, { accountId, chatId, endpointId }) =>
      transact(services, (work) =>
        keepCrmAnswer(work, {
          ...{ accountId, chatId, endpointId, event: 'chat_accepted' },
          reading: { result: 'ok', notes: [], content: { contactInfo: { name: 'Anna', phone: '456' } } },
        }),
      ),
  },
}

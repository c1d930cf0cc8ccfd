import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { handBackToBot } from '../../server/domain/bots/handover/hand-back-to-bot.ts'
import type { BotInbound } from '../../server/domain/bots/incoming/read-bot-event.ts'
import { receiveBotEvent } from '../../server/domain/bots/incoming/receive-bot-event.ts'
import { startCall } from '../../server/domain/calls/start-call.ts'
import { takeCall } from '../../server/domain/calls/take-call.ts'
import { deleteChannel } from '../../server/domain/channels/delete-channel.ts'
import { updateChannel } from '../../server/domain/channels/update-channel.ts'
import { acceptChat } from '../../server/domain/chats/accept-chat.ts'
import { acceptChatInvitation } from '../../server/domain/chats/accept-chat-invitation.ts'
import { closeChat } from '../../server/domain/chats/close-chat.ts'
import { inviteToChat } from '../../server/domain/chats/invite-to-chat.ts'
import { joinChat } from '../../server/domain/chats/join-chat.ts'
import { leaveChat } from '../../server/domain/chats/leave-chat.ts'
import { startChat } from '../../server/domain/chats/start-chat.ts'
import { takeOverChat } from '../../server/domain/chats/take-over-chat.ts'
import { transferChat } from '../../server/domain/chats/transfer-chat.ts'
import { deleteDepartment } from '../../server/domain/departments/delete-department.ts'
import { updateDepartment } from '../../server/domain/departments/update-department.ts'
import { storeFile } from '../../server/domain/files/store-file.ts'
import { receiveVisitorMessage } from '../../server/domain/messages/receive-visitor-message.ts'
import { sendMessage } from '../../server/domain/messages/send-message.ts'
import { deactivateOperator } from '../../server/domain/operators/deactivate-operator.ts'
import { setAvailability } from '../../server/domain/operators/set-availability.ts'
import { updateOperator } from '../../server/domain/operators/update-operator.ts'
import { blacklistVisitor } from '../../server/domain/visitors/blacklist-visitor.ts'
import { eraseVisitor } from '../../server/domain/visitors/erase-visitor.ts'
import { mergeVisitors } from '../../server/domain/visitors/merge-visitors.ts'
import { updateVisitor } from '../../server/domain/visitors/update-visitor.ts'
import { rateVisit } from '../../server/domain/visits/chat/rate-visit.ts'
import { requestCallback } from '../../server/domain/visits/chat/request-callback.ts'
import { sendOfflineMessage } from '../../server/domain/visits/chat/send-offline-message.ts'
import { sendVisitorMessage } from '../../server/domain/visits/chat/send-visitor-message.ts'
import { clearHistory } from '../../server/domain/visits/clear-history.ts'
import { bindIdentity } from '../../server/domain/visits/identity/bind-identity.ts'
import { identifyVisitor } from '../../server/domain/visits/identity/identify-visitor.ts'
import { setContactInfo } from '../../server/domain/visits/identity/set-contact-info.ts'
import { setCustomData } from '../../server/domain/visits/identity/set-custom-data.ts'
import { setVisitorAttributes } from '../../server/domain/visits/identity/set-visitor-attributes.ts'
import { inviteVisitor } from '../../server/domain/visits/invitations/invite-visitor.ts'
import { markMessagesSeen } from '../../server/domain/visits/reading/mark-messages-seen.ts'
import { requireWidget } from '../../server/domain/visits/require-widget.ts'
import { viewPage } from '../../server/domain/visits/view-page.ts'
import { transact } from '../../server/events/transact.ts'
import type { Services } from '../../server/services.ts'
import { someAddress } from '../support/widget.ts'
import { type ChatState, IDENTITY, type World } from './world.ts'

type Touched = 'visitor' | 'chat' | 'operator' | 'channel' | 'department'

export interface Verb {
  touches: readonly Touched[]
  /** The states of the guest's chat in which it has something to do. */
  when: readonly ChatState[]
  run(services: Services, world: World): Promise<unknown>
}

const ANY = ['none', 'bot', 'waiting', 'active'] as const satisfies ChatState[]
const OPEN = ['waiting', 'active'] as const satisfies ChatState[]

type Said = BotInbound extends infer Event
  ? Event extends BotInbound
    ? Omit<Event, 'target'>
    : never
  : never

/** The bot says something about the chat with the number 1. */
async function bySaying(services: Services, { botId }: World, said: Said): Promise<void> {
  const bot = await services.bots.get(botId)
  if (!bot) throw new Error('There is no bot.')
  const event = { ...said, target: { chatId: '1', clientId: null } } as BotInbound
  await receiveBotEvent(services, { bot, event, body: {} })
}

/** Every verb that changes what others may be changing. A new one belongs here. */
export const verbs: Record<string, Verb> = {
  sendVisitorMessage: {
    touches: ['visitor', 'chat', 'channel'],
    when: ANY,
    run: (services, { guest }) =>
      sendVisitorMessage(services, {
        visitor: guest,
        idempotencyKey: randomUUID(),
        text: 'Hello',
        fileId: null,
      }),
  },
  'sendVisitorMessage to a department': {
    touches: ['visitor', 'chat', 'department'],
    when: ['none'],
    run: (services, { guest }) =>
      sendVisitorMessage(services, {
        visitor: guest,
        idempotencyKey: randomUUID(),
        text: 'Hello',
        department: 1,
      }),
  },
  'receiveVisitorMessage with a new name': {
    touches: ['visitor', 'chat', 'channel'],
    when: ANY,
    run: async (services, { guest }) =>
      receiveVisitorMessage(services, {
        channel: await requireWidget(services, guest),
        profile: { externalId: guest.key, name: `Anna ${randomUUID().slice(0, 4)}` },
        draft: { type: 'TEXT', text: 'Hello', media: null, invite: null, externalId: null },
      }),
  },
  sendOfflineMessage: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) =>
      sendOfflineMessage(services, { visitor: guest, email: 'a@example.com', message: 'Call me' }),
  },
  requestCallback: {
    touches: ['visitor', 'chat', 'channel'],
    when: ANY,
    run: (services, { guest }) =>
      requestCallback(services, { visitor: guest, phone: '+493012345678', address: someAddress() }),
  },
  storeFile: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) =>
      storeFile(services, {
        owner: guest,
        content: Readable.from(['a text']),
        name: 'a.txt',
        isTruncated: () => false,
      }),
  },
  setContactInfo: {
    touches: ['visitor'],
    when: ANY,
    run: (services, { guest }) => setContactInfo(services, { visitor: guest, email: 'b@example.com' }),
  },
  setCustomData: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) => setCustomData(services, { visitor: guest, fields: [{ content: 'Gold' }] }),
  },
  setVisitorAttributes: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) =>
      setVisitorAttributes(services, { visitor: guest, attributes: { [randomUUID().slice(0, 4)]: 1 } }),
  },
  viewPage: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) =>
      viewPage(services, { visitor: guest, page: { url: 'https://shop.example/a', title: 'A' } }),
  },
  clearHistory: {
    touches: ['visitor', 'chat'],
    when: ['none', 'waiting'],
    run: (services, { guest }) => clearHistory(services, { visitor: guest }),
  },
  'identifyVisitor, unsigned': {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) => identifyVisitor(services, { visitor: guest, token: 'customer-8' }),
  },
  'identifyVisitor, signed': {
    touches: ['visitor', 'chat'],
    when: ANY,
    run: (services, { guest }) => transact(services, (work) => bindIdentity(work, guest, IDENTITY)),
  },
  rateVisit: {
    touches: ['visitor', 'chat'],
    when: ['waiting'],
    run: (services, { guest }) => rateVisit(services, { visitor: guest, rating: 'POSITIVE' }),
  },
  markMessagesSeen: {
    touches: ['visitor', 'chat'],
    when: ['waiting'],
    run: (services, { guest, chatId }) => markMessagesSeen(services, { visitor: guest, chatId, seq: 1 }),
  },
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
  'receiveBotEvent: a message': {
    touches: ['chat'],
    when: ['bot'],
    run: (services, world) =>
      bySaying(services, world, {
        ...{ kind: 'BOT_MESSAGE', replyId: null, note: null },
        draft: { type: 'TEXT', text: 'Hello', rich: null },
      }),
  },
  'receiveBotEvent: what it has learned': {
    touches: ['visitor', 'chat'],
    when: ['bot'],
    run: (services, world) => bySaying(services, world, { kind: 'CLIENT_INFO', info: { name: 'Anna' } }),
  },
  'receiveBotEvent: an operator is needed': {
    touches: ['chat'],
    when: ['bot'],
    run: (services, world) => bySaying(services, world, { kind: 'INVITE_AGENT' }),
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
}

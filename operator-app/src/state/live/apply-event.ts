import type { ConfigurationEventType } from '../../graphql/configuration-rules.ts'
import type { LiveEvent } from '../../graphql/events.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { hasFailed } from '../conversation/has-failed.ts'
import {
  announceAssignment,
  announceAway,
  announceChat,
  announceFailure,
  announceMention,
  announceMessage,
  announceOffer,
  announceReturn,
  announceTaking,
} from './announce.ts'
import { announceNotTaken, announceTarget } from './announce-target.ts'
import { applyCall } from './apply-call.ts'
import type { EventStores } from './event-stores.ts'
import {
  callWithOperator,
  withBot,
  withChannel,
  withChannelName,
  withDepartment,
  withOperator,
  withoutDepartment,
} from './renamed.ts'

/** Puts one event of the stream into the stores. */
export function applyEvent(stores: EventStores, event: LiveEvent): void {
  // A handover is first seen in what its notice changed: the chat itself comes with the next event.
  const chatId = chatIdOf(event)
  const find = () => (chatId === undefined ? undefined : stores.chats.get(chatId))
  const before = find()
  patch(stores, event)
  stores.configuration.apply(event)
  const after = find()
  if (after) stores.closings.check(after)
  if (after) {
    const wasMine = before !== undefined && stores.chats.isMine(before)
    const isMine = stores.chats.isMine(after)
    if (isMine) stores.leftChats.forget(after.id)
    if (event.__typename === 'OperatorLeft') stores.leftChats.applyLeaving(after, { wasMine, isMine })
    endTyping(stores, after, before)
  }
  if (event.__typename === 'MessageCreated') {
    announceMessage(stores, event.message)
    announceTaking(stores, event.message)
    announceAssignment(stores, event.message)
  }
  if (event.__typename === 'OperatorSetAway') announceAway(stores, event)
  // Nobody did it: its time was over.
  if (event.__typename === 'ChatUnsnoozed' && !event.actor && after)
    announceReturn(stores, after, event.occurredAt)
  if (event.__typename === 'ChatNotTaken' && after) announceNotTaken(stores, after, event.occurredAt)
  if ((event.__typename === 'TargetNeared' || event.__typename === 'TargetMissed') && after)
    announceTarget(stores, after, event)
  if (before?.status === 'QUEUED' && after && after.status !== 'QUEUED') stores.notifier.withdraw(after.id)
  if (after) announceChat(stores, before, after)
  if (event.__typename === 'DeliveryFailed' && after && hasFailed(event.delivery.message))
    announceFailure(stores, after, event.delivery.message)
}

/** Who has left a chat, or was in one that is over, types there no more, and cannot say so. */
function endTyping({ typing }: EventStores, { id, status, operators }: Chat, before: Chat | undefined): void {
  const isOver = status === 'CLOSED'
  if (isOver) typing.apply(id, null, false)
  const hasLeft = (left: { id: string }) => isOver || !operators.some((each) => each.id === left.id)
  for (const left of before?.operators.filter(hasLeft) ?? []) typing.apply(id, left.id, false)
}

/** The chat whose state the event brings. */
function chatIdOf(event: LiveEvent): string | undefined {
  if ('invitation' in event) return event.invitation.chat.id
  if ('activity' in event) return event.activity.chat.id
  return 'chat' in event && !WITHOUT_CHANGE.includes(event.__typename) ? event.chat.id : undefined
}

/** They are about a chat, which itself has not changed. */
const WITHOUT_CHANGE: readonly string[] = ['ChatRead', 'ChatMarkedUnread', 'MentionsSeen', 'MessagesMailed']

function patch(stores: EventStores, event: LiveEvent): void {
  const { cannedReplies, chats, calls, crm, threads, outbox, noteOutbox, mentions, offers, offlineMessages } =
    stores
  switch (event.__typename) {
    case 'ChatAccepted':
      chats.apply(event.chat)
      // With the answers, because endpoints are being asked from now on.
      crm.apply(event.chat)
      break
    case 'ChatOpened':
      chats.applyOpening(event.chat)
      break
    case 'OperatorJoined':
    case 'OperatorLeft':
    case 'ObserverJoined':
    case 'ObserverLeft':
    case 'ChatTransferred':
    case 'ChatHandedOff':
    case 'ChatHandedBack':
    case 'ChatClosed':
    case 'ChatRated':
    case 'ChatTagged':
    case 'ChatUpdated':
    case 'ChatSnoozed':
    case 'ChatUnsnoozed':
    case 'ChatRouted':
    case 'ChatNotTaken':
    case 'TargetNeared':
    case 'TargetMissed':
      chats.apply(event.chat)
      break
    case 'ChatRead':
      chats.records.applyRead(event.chat.id, event.lastReadSeq)
      break
    case 'ChatMarkedUnread':
      chats.records.applyMarkedUnread(event.chat.id)
      break
    case 'MessagesDelivered':
    case 'MessagesSeen':
      chats.records.applyVisitorMarks(event.chat.id, event)
      break
    case 'ChatInvitationCreated':
    case 'ChatInvitationAccepted':
    case 'ChatInvitationDeclined':
    case 'ChatInvitationExpired':
    case 'ChatInvitationCancelled':
      chats.apply(event.invitation.chat)
      if (offers.apply(event.invitation)) announceOffer(stores, event.invitation)
      if (event.invitation.state !== 'PENDING') stores.notifier.withdraw(event.invitation.id)
      break
    case 'MessageCreated':
      chats.applyMessage(event)
      threads.apply(event.message)
      outbox.confirm(event.message.uuid)
      noteOutbox.confirm(event.message.uuid)
      break
    case 'MessageEdited':
    case 'MessageDeleted':
      chats.apply(event.chat)
      threads.apply(event.message)
      outbox.confirm(event.message.uuid)
      noteOutbox.confirm(event.message.uuid)
      stores.quotes.apply(event.message)
      void mentions.refresh(event.chat.id)
      break
    case 'MessagesMailed':
      threads.applyMailed(event.chat.id, event)
      break
    case 'OperatorMentioned':
      if (mentions.add(event.mention)) announceMention(stores, event.mention)
      break
    case 'MentionsSeen':
      mentions.applySeen(event.chat.id)
      break
    case 'DeliverySent':
    case 'DeliveryDelayed':
    case 'DeliveryFailed':
    case 'DeliveryRetried':
      if ('chat' in event) chats.apply(event.chat)
      threads.apply(event.delivery.message)
      outbox.confirm(event.delivery.message.uuid)
      break
    case 'VisitorUpdated':
      chats.records.applyVisitor(event.visitor)
      calls.applyVisitor(event.visitor)
      mentions.applyVisitor(event.visitor)
      offlineMessages.applyVisitor(event.visitor)
      break
    case 'VisitorsMerged':
      chats.records.applyMerge(event.visitor, event.merged.id)
      calls.applyVisitor(event.visitor, event.merged.id)
      mentions.applyVisitor(event.visitor, event.merged.id)
      offlineMessages.applyVisitor(event.visitor, event.merged.id)
      break
    case 'OperatorCreated':
    case 'OperatorUpdated':
    case 'OperatorSetAway':
    case 'OperatorDeactivated':
    case 'OperatorReactivated':
      chats.records.patch((chat) => withOperator(chat, event.operator))
      calls.patch((call) => callWithOperator(call, event.operator))
      break
    case 'ChannelCreated':
    case 'ChannelUpdated':
      chats.records.patch((chat) => withChannel(chat, event.channel))
      calls.patch((call) => withChannelName(call, event.channel))
      offlineMessages.patch((message) => withChannelName(message, event.channel))
      break
    case 'DepartmentUpdated':
      // Its members see its canned replies.
      cannedReplies.changed()
      chats.records.patch((chat) => withDepartment(chat, event.department))
      offlineMessages.patch((message) => withDepartment(message, event.department))
      break
    case 'DepartmentDeleted':
      chats.move((chat) => withoutDepartment(chat, event.departmentId))
      offlineMessages.patch((message) => withoutDepartment(message, event.departmentId))
      break
    case 'BotConnected':
    case 'BotUpdated':
    case 'BotDisconnected':
      chats.records.patch((chat) => withBot(chat, event.bot))
      break
    case 'CannedReplyCreated':
    case 'CannedReplyUpdated':
    case 'CannedReplyDeleted':
    case 'CannedRepliesImported':
      cannedReplies.changed()
      break
    case 'TagUpdated':
      // The event does not say what the tag is called now.
      stores.tags.require()
      break
    case 'CrmAnswerUpdated':
    case 'CrmCardAssigned':
      crm.apply(event.chat)
      break
    case 'WebhookEndpointUpdated':
    case 'WebhookEndpointDisabled':
    case 'WebhookEndpointDeleted':
      // Its name, and whether anything of it is shown.
      crm.reload(stores.openChatId)
      break
    case 'CallStarted':
    case 'CallOperatorConnected':
    case 'CallClientConnected':
    case 'CallEnded':
    case 'CallFailed':
      applyCall(stores, event.call, event.occurredAt)
      break
    case 'OfflineMessageCreated':
    case 'OfflineMessageAnswered':
    case 'OfflineMessageUpdated':
      offlineMessages.apply(event.offlineMessage.id)
      break
    case 'VisitorErased':
      stores.live.resync()
      break
    case 'VisitorInvited':
    case 'VisitInvitationAnswered':
      // Components that show the visitor follow them (`visitChanges`).
      break
    case 'HistoryCleared':
      // Operators still see all of it.
      break
    case 'AccountUpdated':
      stores.applyAccount({ name: event.name, awayReasons: event.awayReasons })
      break
    case 'NotificationSettingsUpdated':
      stores.applyNotificationSettings(event.notificationSettings)
      break
    case 'LeftChatsAcknowledged':
      stores.leftChats.readSoon()
      break
    case 'ResyncRequired':
      // The reader of the stream reloads everything.
      break
    default:
      // It changes the configuration alone, or a newer server has it and this version does not know it.
      event satisfies { __typename: ConfigurationEventType }
  }
}

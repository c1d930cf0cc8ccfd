import { callPath, inboxPath } from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import type { Call } from '../graphql/calls.ts'
import type { LiveEvent, Signal } from '../graphql/events.ts'
import type { Chat, Message, Offer } from '../graphql/fragments.ts'
import type { Viewer } from '../graphql/session.ts'
import { t } from '../messages/index.ts'
import type { Calls } from './calls.svelte.ts'
import type { Chats } from './chats.svelte.ts'
import type { Closings } from './closings.svelte.ts'
import type { Configuration } from './configuration.ts'
import type { Crm } from './crm.svelte.ts'
import type { Live } from './live.svelte.ts'
import { callName, chatName } from './names.ts'
import type { Notifier } from './notifier.svelte.ts'
import type { Offers } from './offers.svelte.ts'
import type { OfflineMessages } from './offline-messages.svelte.ts'
import type { Outbox } from './outbox.svelte.ts'
import {
  callWithChannel,
  callWithOperator,
  callWithVisitor,
  withBot,
  withChannel,
  withDepartment,
  withOperator,
  withoutDepartment,
} from './renamed.ts'
import type { Threads } from './thread.svelte.ts'
import { callToast, showFailure, showInfo } from './toasts.ts'
import type { Typing } from './typing.svelte.ts'

/** What is replayed after a longer absence is shown, but must not ring for each line. */
const STALE_AFTER_MS = 60_000

/** What events change, and where people are told of them. */
interface Stores {
  viewer: Viewer
  openChatId: string | null
  chats: Chats
  crm: Crm
  calls: Calls
  threads: Threads
  outbox: Outbox
  offers: Offers
  closings: Closings
  configuration: Configuration
  typing: Typing
  notifier: Notifier
  offlineMessages: OfflineMessages
  live: Pick<Live, 'readAgain'>
}

/** Puts one event of the stream into the stores. */
export function applyEvent(stores: Stores, event: LiveEvent): void {
  // A hand-off is first seen in what its notice changed: the chat itself comes with the next event.
  const chatId = chatIdOf(event)
  const find = () => (chatId === undefined ? undefined : stores.chats.get(chatId))
  const before = find()
  patch(stores, event)
  stores.configuration.apply(event)
  const after = find()
  if (after) stores.closings.check(after)
  if (event.__typename === 'MessageCreated') announceMessage(stores, event.message)
  if (after) announceChat(stores, before, after)
  if (before && after) announceFailure(stores, before, after)
}

/** Takes in who types and who is there. */
export function applySignal({ typing, viewer, configuration }: Stores, signal: Signal): void {
  switch (signal.__typename) {
    case 'TypingChanged': {
      const { chat, actor } = signal
      if (actor.id === viewer.operator.id) return
      typing.apply(chat.id, actor.__typename === 'Operator' ? actor.id : null, signal.typing)
      break
    }
    case 'PresenceChanged':
      configuration.applyPresence(signal.operator)
  }
}

/** The chat whose state the event brings. */
function chatIdOf(event: LiveEvent): string | undefined {
  if ('invitation' in event) return event.invitation.chat.id
  if ('activity' in event) return event.activity.chat.id
  return 'chat' in event && event.__typename !== 'ChatRead' ? event.chat.id : undefined
}

function patch(stores: Stores, event: LiveEvent): void {
  const { chats, calls, crm, threads, outbox, offers } = stores
  switch (event.__typename) {
    case 'ChatAccepted':
      chats.apply(event.chat)
      // With the answers, because endpoints are being asked from now on.
      crm.apply(event.chat)
      break
    case 'ChatOpened':
    case 'OperatorJoined':
    case 'OperatorLeft':
    case 'ChatTransferred':
    case 'ChatHandedOff':
    case 'ChatHandedBack':
    case 'ChatClosed':
    case 'ChatRated':
    case 'ChatUpdated':
      chats.apply(event.chat)
      break
    case 'ChatRead':
      chats.applyRead(event.chat.id, event.lastReadSeq)
      break
    case 'MessagesDelivered':
    case 'MessagesSeen':
      chats.applyReached(event.chat.id, event)
      break
    case 'ChatInvitationCreated':
    case 'ChatInvitationAccepted':
    case 'ChatInvitationDeclined':
    case 'ChatInvitationExpired':
    case 'ChatInvitationCancelled':
      chats.apply(event.invitation.chat)
      if (offers.apply(event.invitation)) announceOffer(stores, event.invitation)
      break
    case 'MessageCreated':
      chats.applyActivity(event.activity)
      threads.apply(event.message)
      outbox.confirm(event.message.uuid)
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
      chats.applyVisitor(event.visitor)
      calls.patch((call) => callWithVisitor(call, event.visitor))
      stores.offlineMessages.applyVisitor(event.visitor)
      break
    case 'VisitorsMerged':
      chats.applyMerge(event.visitor, event.merged.id)
      calls.patch((call) =>
        call.visitor?.id === event.merged.id ? { ...call, visitor: event.visitor } : call,
      )
      stores.offlineMessages.applyVisitor(event.visitor, event.merged.id)
      break
    case 'OperatorCreated':
    case 'OperatorUpdated':
    case 'OperatorDeactivated':
    case 'OperatorReactivated':
      chats.patch((chat) => withOperator(chat, event.operator))
      calls.patch((call) => callWithOperator(call, event.operator))
      break
    case 'ChannelCreated':
    case 'ChannelUpdated':
      chats.patch((chat) => withChannel(chat, event.channel))
      calls.patch((call) => callWithChannel(call, event.channel))
      break
    case 'DepartmentUpdated':
      chats.patch((chat) => withDepartment(chat, event.department))
      break
    case 'DepartmentDeleted':
      chats.patch((chat) => withoutDepartment(chat, event.departmentId))
      break
    case 'BotConnected':
    case 'BotUpdated':
    case 'BotDisconnected':
      chats.patch((chat) => withBot(chat, event.bot))
      break
    case 'ChannelDeleted':
    case 'DepartmentCreated':
    case 'WebhookEndpointCreated':
      // Of the configuration alone.
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
      stores.offlineMessages.apply(event.offlineMessage.id)
      break
    case 'VisitorErased':
      stores.live.readAgain()
      break
    case 'VisitorInvited':
    case 'VisitInvitationAnswered':
      // Whoever shows the visitor follows them (`visitChanges`).
      break
    case 'ResyncRequired':
      // Whoever reads the stream reads everything again.
      break
    default:
      // A type that a newer server has and this version does not know.
      event satisfies never
  }
}

function announceChat(stores: Stores, before: Chat | undefined, chat: Chat): void {
  const isNew = chat.status === 'QUEUED' && before?.status !== 'QUEUED'
  if (!isNew || isStale(chat.lastActivityAt)) return
  const name = chatName(chat)
  const title = chat.department
    ? t.notifications.handed(name, chat.department.name)
    : t.notifications.newChat(name)
  stores.notifier.say(title)
  stores.notifier.notify({
    kind: 'chat',
    title,
    body: chat.preview,
    tag: chat.id,
    icon: chat.visitor.photoUrl,
    onOpen: () => router.navigate(inboxPath('waiting', chat.id)),
  })
}

function applyCall(stores: Stores, incoming: Call, occurredAt: string): void {
  const { calls } = stores
  const before = calls.get(incoming.id)
  calls.apply(incoming)
  const call = calls.get(incoming.id) ?? incoming
  if (isStale(occurredAt)) return
  if (call.offered && !before?.offered) announceCall(stores, call)
  if (before?.offered && !call.offered) announceTaken(stores, call)
}

function announceCall({ notifier }: Stores, call: Call): void {
  const title = t.notifications.call(callName(call))
  notifier.say(title)
  notifier.notify({
    kind: 'call',
    title,
    body: call.phone,
    tag: call.id,
    icon: call.visitor?.photoUrl ?? null,
    onOpen: () => router.navigate(callPath(call.id)),
  })
}

/** Its card has vanished: whoever looked at it learns who has it. */
function announceTaken({ notifier, viewer }: Stores, { id, operator, ...call }: Call): void {
  if (!operator || operator.id === viewer.operator.id) return
  const text = t.calls.takenBy(operator.name, callName(call))
  notifier.say(text)
  showInfo(text, { id: callToast(id) })
}

function announceMessage(stores: Stores, message: Message): void {
  const { chats, notifier, typing } = stores
  if (message.author !== 'VISITOR') return
  typing.apply(message.chat.id, null, false)
  const chat = chats.get(message.chat.id)
  if (!chat || !chats.isMine(chat) || isStale(message.createdAt)) return
  const isOpen = stores.openChatId === chat.id
  if (isOpen) notifier.say(t.conversation.announce(chatName(chat), message.text ?? t.media.types.DOCUMENT))
  if (isOpen && document.hasFocus()) return
  notifier.notify({
    kind: 'message',
    title: t.notifications.message(chatName(chat)),
    body: chat.preview,
    tag: chat.id,
    icon: chat.visitor.photoUrl,
    onOpen: () => router.navigate(inboxPath('mine', chat.id)),
  })
}

/** Whoever answers, or answered a chat that is closed by now, must learn that a message did not arrive. */
function announceFailure(stores: Stores, before: Chat, chat: Chat): void {
  const { notifier, viewer } = stores
  const people = chat.status === 'CLOSED' ? chat.answeredBy : chat.operators
  const isMeant = people.some(({ id }) => id === viewer.operator.id)
  if (!isMeant || chat.failedDeliveries <= before.failedDeliveries) return
  const title = t.notifications.failed(chatName(chat))
  const isClosed = chat.status === 'CLOSED'
  const open = () => router.navigate(inboxPath(isClosed ? 'closed' : 'mine', chat.id))
  notifier.say(title)
  notifier.notify({
    kind: 'message',
    title,
    body: chat.preview,
    tag: `failed ${chat.id}`,
    icon: chat.visitor.photoUrl,
    onOpen: open,
  })
  // An open chat has its row; of a closed one nothing else on the screen tells.
  if (isClosed && stores.openChatId !== chat.id)
    showFailure(title, { label: t.notifications.show, run: open })
}

function announceOffer({ notifier }: Stores, offer: Offer): void {
  const title = t.notifications.offer(offer.from.name)
  notifier.say(title)
  notifier.notify({
    kind: 'chat',
    title,
    body: offer.note ?? chatName(offer.chat),
    tag: offer.id,
    icon: null,
    onOpen: () => router.navigate(inboxPath('all', offer.chat.id)),
  })
}

function isStale(iso: string): boolean {
  return Date.now() - Date.parse(iso) > STALE_AFTER_MS
}

import { inboxPath } from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import type { LiveEvent } from '../graphql/events.ts'
import type { Chat, Message, Offer } from '../graphql/fragments.ts'
import type { Viewer } from '../graphql/session.ts'
import { t } from '../messages/index.ts'
import type { Chats } from './chats.svelte.ts'
import type { Closings } from './closings.svelte.ts'
import type { Configuration } from './configuration.ts'
import { chatName } from './names.ts'
import type { Notifier } from './notifier.svelte.ts'
import type { Offers } from './offers.svelte.ts'
import type { Outbox } from './outbox.svelte.ts'
import { withBot, withChannel, withDepartment, withOperator } from './renamed.ts'
import type { Threads } from './thread.svelte.ts'
import { showFailure } from './toasts.ts'
import type { Typing } from './typing.svelte.ts'

/** What is replayed after a longer absence is shown, but must not ring for each line. */
const STALE_AFTER_MS = 60_000

/** What events change, and where people are told of them. */
interface Stores {
  viewer: Viewer
  openChatId: string | null
  chats: Chats
  threads: Threads
  outbox: Outbox
  offers: Offers
  closings: Closings
  configuration: Configuration
  typing: Typing
  notifier: Notifier
}

/** Puts one event of the stream into the stores. A kind that this version does not know changes what it carries. */
export function applyEvent(stores: Stores, event: LiveEvent): void {
  if (event.kind === 'VISITOR_TYPING' || event.kind === 'OPERATOR_TYPING') {
    applyTyping(stores, event)
    return
  }
  // A hand-off is first seen in what its notice changed: the chat itself comes with the next event.
  const chatId = event.chat?.id ?? event.activity?.chatId
  const find = () => (chatId === undefined ? undefined : stores.chats.get(chatId))
  const before = find()
  patch(stores, event)
  const after = find()
  if (after) stores.closings.check(after)
  if (event.kind === 'MESSAGE_CREATED' && event.message) announceMessage(stores, event.message)
  if (after) announceChat(stores, before, after)
  if (before && after) announceFailure(stores, before, after)
}

function patch(stores: Stores, event: LiveEvent): void {
  const { chats, threads, outbox, offers, configuration } = stores
  if (event.chat) chats.apply(event.chat)
  if (event.activity) chats.applyActivity(event.activity)
  if (event.visitor) chats.applyVisitor(event.visitor)
  if (event.message) {
    threads.apply(event.message)
    outbox.confirm(event.message.id)
  }
  configuration.apply(event)
  patchNames(stores, event)
  if (event.invitation && offers.apply(event.invitation)) announceOffer(stores, event.invitation)
  if (event.chatId !== null && event.lastReadSeq !== null) chats.applyRead(event.chatId, event.lastReadSeq)
}

/** What chats say of their channel, their bot, their department and their operators follows its change. */
function patchNames({ chats }: Stores, event: LiveEvent): void {
  switch (event.kind) {
    case 'CHANNEL_UPDATED':
      chats.patch((chat) => withChannel(chat, event))
      break
    case 'BOT_UPDATED':
      chats.patch((chat) => withBot(chat, event))
      break
    case 'DEPARTMENT_UPDATED':
      chats.patch((chat) => withDepartment(chat, event))
      break
    case 'OPERATOR_UPDATED':
      chats.patch((chat) => withOperator(chat, event))
      break
  }
}

function applyTyping({ typing, viewer }: Stores, event: LiveEvent): void {
  if (event.chatId === null || event.operator?.id === viewer.user.id) return
  typing.apply(event.chatId, event.operator?.id ?? null, event.typing ?? false)
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

function announceMessage(stores: Stores, message: Message): void {
  const { chats, notifier, typing } = stores
  if (message.author !== 'VISITOR') return
  typing.apply(message.chatId, null, false)
  const chat = chats.get(message.chatId)
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
  const isMeant = people.some(({ id }) => id === viewer.user.id)
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

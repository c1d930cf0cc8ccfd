import { inboxPath, mentionAddress } from '../../browser/route.ts'
import { router } from '../../browser/router.svelte.ts'
import type { Chat, Message, Offer, Operator } from '../../graphql/fragments.ts'
import type { Mention } from '../../graphql/mentions.ts'
import { t } from '../../messages/index.ts'
import { chatName, visitorName } from '../names.ts'
import { showFailure, showNews } from '../toasts.ts'
import type { EventStores } from './event-stores.ts'
import { isFull } from './is-full.ts'
import { isStale } from './is-stale.ts'

/**
 * Announces a chat that has begun to wait with this event to the operators of its channel, unless it is only announced
 * to the operator whom it is offered to.
 */
export function announceChat(stores: EventStores, before: Chat | undefined, chat: Chat): void {
  const isNew = chat.status === 'QUEUED' && before?.status !== 'QUEUED' && chat.channel.routing === 'EVERYONE'
  if (!isNew || isStale(chat.lastActivityAt) || !stores.isAsked(chat.channel.id) || isFull(stores)) return
  const name = chatName(chat)
  const title = chat.department
    ? t.notifications.handed(name, chat.department.name)
    : t.notifications.newChat(name)
  stores.notifier.say(title)
  void stores.notifier.notify({
    about: 'WAITING_CHAT',
    kind: 'chat',
    title,
    body: chat.preview,
    tag: chat.id,
    key: `${chat.id} waits`,
    icon: chat.visitor.photoUrl,
    onOpen: () => router.navigate(inboxPath('waiting', chat.id)),
  })
}

/** Announces a visitor's message to those who answer the chat and to those who want to hear of all chats. */
export async function announceMessage(stores: EventStores, message: Message): Promise<void> {
  const { chats, notifier, typing } = stores
  if (message.author !== 'VISITOR') return
  typing.apply(message.chat.id, null, false)
  if (isStale(message.createdAt)) return
  const chat = chats.get(message.chat.id) ?? (await findOther(stores, message.chat.id))
  if (!chat) return
  const isMine = chats.isMine(chat)
  if (!isMine && !(notifier.isWanted('CHANNEL_MESSAGE') && notifier.isWatched(chat.channel.id))) return
  const isOpen = stores.openChatId === chat.id
  if (isOpen && isMine)
    notifier.say(t.conversation.announce(chatName(chat), message.text ?? t.media.types.DOCUMENT))
  void notifier.notify({
    about: isMine ? 'MESSAGE' : 'CHANNEL_MESSAGE',
    kind: 'message',
    title: t.notifications.message(chatName(chat)),
    body: chat.preview,
    tag: chat.id,
    key: message.id,
    isSeen: isOpen && document.hasFocus(),
    icon: chat.visitor.photoUrl,
    onOpen: () => router.navigate(inboxPath(isMine ? 'mine' : 'all', chat.id)),
  })
}

/** A chat that is on no list of this screen is only read for those who want to hear of all chats. */
async function findOther({ chats, notifier }: EventStores, chatId: string): Promise<Chat | null> {
  if (!notifier.isWanted('CHANNEL_MESSAGE')) return null
  return chats.load(chatId).catch(() => null)
}

/** Tells its operators that the time of a snoozed chat is over. What the visitor wrote is announced anyway. */
export function announceReturn({ chats, notifier }: EventStores, chat: Chat, occurredAt: string): void {
  if (!chats.isMine(chat) || isStale(occurredAt)) return
  const title = t.notifications.snoozeEnded(chatName(chat))
  const open = () => router.navigate(inboxPath('mine', chat.id))
  notifier.say(title)
  showNews(title, { label: t.notifications.show, run: open })
  void notifier.notify({
    about: 'MESSAGE',
    kind: 'chat',
    title,
    body: chat.preview,
    tag: chat.id,
    key: `${chat.id} back ${occurredAt}`,
    icon: chat.visitor.photoUrl,
    onOpen: open,
  })
}

/** Tells the viewer that a colleague mentions them in a note. */
export function announceMention(stores: EventStores, { id, chat, message, createdAt }: Mention): void {
  if (isStale(createdAt)) return
  const title = t.notifications.mention(
    message.operator?.name ?? t.common.somebody,
    visitorName(chat.visitor),
  )
  stores.notifier.say(title)
  void stores.notifier.notify({
    about: 'MENTION',
    kind: 'message',
    title,
    body: message.text ?? '',
    tag: `mention ${chat.id}`,
    key: id,
    isSeen: stores.openChatId === chat.id && document.hasFocus(),
    icon: message.operator?.photoUrl ?? null,
    onOpen: () => router.navigate(mentionAddress(chat.id, message.id)),
  })
}

/** Who wrote a message, and who answers its chat, or answered one that is now closed, must learn that it did not arrive. */
export function announceFailure(
  stores: EventStores,
  chat: Chat,
  { operator }: Pick<Message, 'operator'>,
): void {
  const { chats, notifier, viewer } = stores
  const people = chat.status === 'CLOSED' ? chat.answeredBy : chat.operators
  const isMeant = [operator, ...people].some((person) => person?.id === viewer.operator.id)
  if (!isMeant) return
  const title = t.notifications.failed(chatName(chat))
  const isClosed = chat.status === 'CLOSED'
  const openView = chats.isMine(chat) ? 'mine' : 'all'
  const open = () => router.navigate(inboxPath(isClosed ? 'closed' : openView, chat.id))
  notifier.say(title)
  void notifier.notify({
    about: 'FAILED_DELIVERY',
    kind: 'message',
    title,
    body: chat.preview,
    tag: `failed ${chat.id}`,
    key: `${chat.id} failed ${chat.failedDeliveries}`,
    icon: chat.visitor.photoUrl,
    onOpen: open,
  })
  // An open chat shows it in its row; nothing else on the screen shows it for a closed one.
  if (isClosed && stores.openChatId !== chat.id)
    showFailure(title, { label: t.notifications.show, run: open })
}

/** What a colleague does to a chat of the viewer's that takes it from them, by the notice that says so in the chat. */
const takings: Record<string, (who: string, chat: string) => string> = t.notifications.taken

/**
 * Tells the viewer that a colleague has taken a chat from them. A notice without a target comes before the chat itself
 * changes; of one with a target, the chat may be the colleague's already.
 */
export function announceTaking(
  stores: EventStores,
  { chat: { id }, notice, createdAt, ...message }: Message,
): void {
  const { chats, notifier, people, viewer } = stores
  const say = takings[notice?.kind ?? '']
  const chat = chats.get(id)
  const me = viewer.operator.id
  if (!say || !notice?.actor || notice.actor.id === me || !chat || isStale(createdAt)) return
  const isMeant = notice.target ? notice.target.id === me : chats.isMine(chat)
  if (!isMeant) return
  const title = say(people.nameOf(notice.actor), chatName(chat))
  const open = () => router.navigate(inboxPath('all', id))
  notifier.say(title)
  showNews(title, { label: t.notifications.show, run: open })
  void notifier.notify({
    about: 'MESSAGE',
    kind: 'message',
    title,
    body: chat.preview,
    tag: `taken ${id}`,
    key: message.id,
    icon: chat.visitor.photoUrl,
    onOpen: open,
  })
}

/** Tells the viewer that the routing has given them a chat. */
export function announceAssignment(
  { chats, notifier, viewer }: EventStores,
  { chat: { id }, notice, createdAt, ...message }: Message,
): void {
  const chat = chats.get(id)
  if (notice?.kind !== 'ASSIGNED' || notice.target?.id !== viewer.operator.id || !chat || isStale(createdAt))
    return
  const title = t.notifications.assigned(chatName(chat))
  notifier.say(title)
  void notifier.notify({
    about: 'OFFER',
    kind: 'chat',
    title,
    body: chat.preview,
    tag: id,
    key: message.id,
    icon: chat.visitor.photoUrl,
    onOpen: () => router.navigate(inboxPath('mine', id)),
  })
}

/** Tells the viewer that a chat is offered to them, by a colleague or by the routing. */
export function announceOffer({ notifier }: EventStores, offer: Offer): void {
  const title = t.notifications.offer[offer.kind](offer.from?.name ?? '')
  notifier.say(title)
  void notifier.notify({
    about: 'OFFER',
    kind: 'chat',
    title,
    body: offer.note ?? chatName(offer.chat),
    tag: offer.id,
    key: offer.id,
    icon: null,
    onOpen: () => router.navigate(inboxPath('all', offer.chat.id)),
  })
}

/** Tells the viewer that somebody set them as away; a bar on every page says so until they come back. */
export function announceAway(
  { notifier, people }: EventStores,
  { operator, occurredAt }: { operator: Pick<Operator, 'awayReason' | 'awayBy'>; occurredAt: string },
): void {
  if (isStale(occurredAt)) return
  notifier.say(
    t.away.setBy(people.get(operator.awayBy?.id ?? '')?.name ?? t.common.somebody, operator.awayReason),
  )
}

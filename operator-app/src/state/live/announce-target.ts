import { inboxPath } from '../../browser/route.ts'
import { router } from '../../browser/router.svelte.ts'
import type { EventOf } from '../../graphql/events.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { t } from '../../messages/index.ts'
import { chatName } from '../names.ts'
import { showNews } from '../toasts.ts'
import type { EventStores } from './event-stores.ts'
import { isStale } from './is-stale.ts'
import type { Alert } from './notifier.svelte.ts'

/** Tells admins that nobody takes a chat. */
export function announceNotTaken(stores: EventStores, chat: Chat, occurredAt: string): void {
  if (stores.viewer.operator.role !== 'ADMIN' || chat.status !== 'QUEUED' || isStale(occurredAt)) return
  const title = t.notifications.notTaken(chatName(chat))
  tell(stores, chat, { about: 'WAITING_CHAT', title, key: `${chat.id} not taken` })
}

type TargetEvent = Pick<
  EventOf<'TargetNeared'> | EventOf<'TargetMissed'>,
  '__typename' | 'targetKind' | 'occurredAt'
>

/**
 * Tells those who answer a chat that its target is near, or the operators of its channel while it waits; of one that is missed,
 * admins learn as well.
 */
export function announceTarget(stores: EventStores, chat: Chat, event: TargetEvent): void {
  const { __typename, targetKind, occurredAt } = event
  const isMissed = __typename === 'TargetMissed'
  const isMeantBesides = isMissed
    ? stores.viewer.operator.role === 'ADMIN'
    : chat.status === 'QUEUED' && stores.isAsked(chat.channel.id)
  const isMeant = isMeantBesides || stores.chats.isMine(chat)
  if (!isMeant || isStale(occurredAt)) return
  const say = isMissed ? t.notifications.targetMissed : t.notifications.targetNear
  tell(stores, chat, {
    about: isMissed ? 'TARGET_MISSED' : 'TARGET_NEAR',
    title: say[targetKind](chatName(chat)),
    key: `${chat.id} ${__typename} ${targetKind}`,
  })
}

type News = Pick<Alert, 'about' | 'title' | 'key'>

function tell({ notifier }: EventStores, chat: Chat, { about, title, key }: News): void {
  const path = chat.status === 'CLOSED' ? inboxPath('closed', chat.id) : inboxPath('all', chat.id)
  const open = () => router.navigate(path)
  notifier.say(title)
  showNews(title, { label: t.notifications.show, run: open })
  void notifier.notify({
    about,
    kind: 'chat',
    title,
    body: chat.preview,
    tag: chat.id,
    key,
    icon: chat.visitor.photoUrl,
    onOpen: open,
  })
}

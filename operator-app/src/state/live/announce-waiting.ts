import { inboxPath } from '../../browser/route.ts'
import { router } from '../../browser/router.svelte.ts'
import type { Operator } from '../../graphql/fragments.ts'
import { t } from '../../messages/index.ts'
import type { Chats } from '../inbox/chats.svelte.ts'
import { builtInView } from '../inbox/inbox-view.ts'
import { chatName } from '../names.ts'
import { isFull } from './is-full.ts'
import type { Notifier } from './notifier.svelte.ts'

interface AnnounceOptions {
  chats: Chats
  notifier: Notifier
  me: Operator
  isAsked(channelId: string): boolean
}

/**
 * Tells an operator who comes online what nobody could take before on their channels: who waits longest, and how many wait.
 */
export function announceWaiting(options: AnnounceOptions): void {
  const { chats, notifier, me } = options
  const view = builtInView('waiting')
  const all = chats.list(view).ids.flatMap((id) => chats.get(id) ?? [])
  const waiting = all.filter(({ channel }) => options.isAsked(channel.id))
  const [chat] = waiting
  if (!chat || !me.available || isFull({ chats, me })) return
  // More than are listed may wait; which of them are on their channels is not known.
  const count = waiting.length === all.length ? chats.count(view) : waiting.length
  const title = t.notifications.waiting(count ?? 1)
  notifier.say(title)
  void notifier.notify({
    about: 'WAITING_CHAT',
    kind: 'chat',
    title,
    body: `${chatName(chat)}: ${chat.preview}`,
    tag: 'waiting',
    key: `waiting ${me.id}`,
    icon: chat.visitor.photoUrl,
    onOpen: () => router.navigate(inboxPath('waiting', chat.id)),
  })
}

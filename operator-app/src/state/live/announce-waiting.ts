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
}

/** Tells an operator who comes online what nobody could take before: who waits longest, and how many wait. */
export function announceWaiting({ chats, notifier, me }: AnnounceOptions): void {
  const waiting = builtInView('waiting')
  const first = chats.list(waiting).ids[0]
  const chat = first === undefined ? undefined : chats.get(first)
  if (!chat || !me.available || isFull({ chats, me })) return
  const title = t.notifications.waiting(chats.count(waiting) ?? 1)
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

import type { Viewer } from '../graphql/session.ts'
import type { Calls } from './calls.svelte.ts'
import type { Chats } from './chats.svelte.ts'
import type { Closings } from './closings.svelte.ts'
import type { Configuration } from './configuration.ts'
import type { Crm } from './crm.svelte.ts'
import type { LeftChats } from './left-chats.svelte.ts'
import type { Live } from './live.svelte.ts'
import type { Notifier } from './notifier.svelte.ts'
import type { Offers } from './offers.svelte.ts'
import type { OfflineMessages } from './offline-messages.svelte.ts'
import type { Outbox } from './outbox.svelte.ts'
import type { Threads } from './thread.svelte.ts'
import type { Typing } from './typing.svelte.ts'

/** The stores that events change, and the means of notifying people. */
export interface EventStores {
  viewer: Viewer
  openChatId: string | null
  chats: Chats
  crm: Crm
  calls: Calls
  threads: Threads
  outbox: Outbox
  offers: Offers
  leftChats: LeftChats
  closings: Closings
  configuration: Configuration
  typing: Typing
  notifier: Notifier
  offlineMessages: OfflineMessages
  live: Pick<Live, 'resync'>
}

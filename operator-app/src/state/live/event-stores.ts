import type { Operator } from '../../graphql/fragments.ts'
import type { Viewer } from '../../graphql/session.ts'
import type { Calls } from '../archive/calls.svelte.ts'
import type { OfflineMessages } from '../archive/offline-messages.svelte.ts'
import type { CannedReplies } from '../conversation/canned-replies.svelte.ts'
import type { Crm } from '../conversation/crm.svelte.ts'
import type { Outbox } from '../conversation/outbox.svelte.ts'
import type { Quotes } from '../conversation/quotes.svelte.ts'
import type { Threads } from '../conversation/thread.svelte.ts'
import type { Typing } from '../conversation/typing.svelte.ts'
import type { Chats } from '../inbox/chats.svelte.ts'
import type { Closings } from '../inbox/closings.svelte.ts'
import type { LeftChats } from '../inbox/left-chats.svelte.ts'
import type { Mentions } from '../inbox/mentions.svelte.ts'
import type { Offers } from '../inbox/offers.svelte.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { People } from '../settings/people.svelte.ts'
import type { Tags } from '../settings/tags.svelte.ts'
import type { Live } from './live.svelte.ts'
import type { Notifier } from './notifier.svelte.ts'

/** The stores that events change, and the means of notifying people. */
export interface EventStores {
  viewer: Viewer
  /** The viewer as they are now. */
  me: Operator
  openChatId: string | null
  /** Whether the viewer is told of what waits on a channel. */
  isAsked(channelId: string): boolean
  cannedReplies: CannedReplies
  applyAccount(account: Pick<Viewer['account'], 'name' | 'awayReasons'>): void
  applyNotificationSettings(settings: Viewer['notificationSettings']): void
  chats: Chats
  crm: Crm
  calls: Calls
  threads: Threads
  quotes: Quotes
  outbox: Outbox
  noteOutbox: Outbox
  offers: Offers
  leftChats: LeftChats
  mentions: Mentions
  closings: Closings
  configuration: Configuration
  tags: Tags
  typing: Typing
  notifier: Notifier
  people: People
  offlineMessages: OfflineMessages
  live: Pick<Live, 'resync'>
}

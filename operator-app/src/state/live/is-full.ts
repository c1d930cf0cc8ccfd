import { builtInView } from '../inbox/inbox-view.ts'
import type { EventStores } from './event-stores.ts'

/** Whether the viewer answers as many chats as they may: then nothing that waits is for them. */
export function isFull({ chats, me }: Pick<EventStores, 'chats' | 'me'>): boolean {
  return me.maxChats !== null && (chats.count(builtInView('mine')) ?? 0) >= me.maxChats
}

import type { CoreState } from '../../core.ts'
import { isOpen } from '../../loader/is-open.ts'
import { takesNoMessages } from './takes-no-messages.ts'

/** The part of `ChatWindow` that decides. */
interface Shown {
  state: CoreState
  /** What is on its way. */
  outbox: { waiting: unknown[] }
  isTalking: boolean
}

/** Whether the window could show its first view: nothing is being said, and there is nothing new to read. */
export function canBeHome({ state, outbox }: Omit<Shown, 'isTalking'>): boolean {
  const { chat, invitation, unreadCount } = state
  return !(isOpen(chat) || invitation || unreadCount || outbox.waiting[0] || takesNoMessages({ state }))
}

/** Whether it shows it: the visitor has not gone on to the conversation since they opened the window. */
export function isHome(shown: Shown): boolean {
  return !shown.isTalking && canBeHome(shown)
}

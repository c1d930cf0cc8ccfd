import type { BaseState } from '../core.ts'

/** Whether a chat is going on. */
export function isOpen(chat: BaseState['chat']): boolean {
  return !!chat && chat.status !== 'CLOSED'
}

import type { CoreState } from '../core.ts'

/** Whether a chat is going on. */
export function isOpen(chat: CoreState['chat']): boolean {
  return chat !== null && chat.status !== 'CLOSED'
}

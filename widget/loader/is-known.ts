import type { BaseState } from '../core.ts'

type Newest = BaseState['newest']

/** Whether a message is not newer than the newest that is known. */
export function isKnown(newest: Newest, message: NonNullable<Newest>): boolean {
  return newest?.chatId === message.chatId && newest.seq >= message.seq
}

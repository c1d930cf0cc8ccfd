import { isOrphan } from '../../database/errors.ts'
import { unknownChat } from './lock-chat.ts'

/**
 * Runs a transaction that stores something beside a chat, which it does not lock, and throws `not_found` when the chat is
 * deleted at the same moment.
 */
export async function orUnknownChat<T>(write: Promise<T>, field = 'input.chatId'): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isOrphan(error) ? unknownChat(field) : error
  }
}

import type { AppError } from '../../../errors.ts'
import type { Chat } from '../../../generated/prisma/client.ts'

/** What became of one of several chats. */
export interface ChatResult {
  chatId: string
  /** As it is now; null when it was refused. */
  chat: Chat | null
  refusal: AppError | null
}

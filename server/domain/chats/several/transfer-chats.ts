import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { transferChat } from '../transfer-chat.ts'
import { changeEach } from './change-each.ts'
import type { ChatResult } from './chat-result.ts'

interface TransferChats {
  viewer: Viewer
  /** At most 100. */
  chatIds: readonly string[]
  /** Exactly one of the two. */
  operatorId: string | null
  departmentId: string | null
  /** Up to 500 characters for those who take over. */
  note: string | null
}

/** Hands several chats over as `transferChat` does one. Throws `too_long`; whatever refuses one chat is in its result. */
export function transferChats(
  services: Services,
  { chatIds, ...transfer }: TransferChats,
): Promise<ChatResult[]> {
  return changeEach({
    entries: chatIds.map((chatId) => ({ chatId })),
    field: 'input.chatIds',
    change: (chat) => transferChat(services, { ...transfer, ...chat }),
  })
}

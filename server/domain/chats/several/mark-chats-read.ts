import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { markChatRead } from '../mark-chat-read.ts'
import { changeEach } from './change-each.ts'
import type { ChatResult } from './chat-result.ts'

interface MarkChatsRead {
  viewer: Viewer
  /** At most 100, each with the sequence number of the last message that the viewer knows of. */
  chats: readonly { chatId: string; seq: number }[]
}

/**
 * Stores for several chats how far the viewer has read, as `markChatRead` does for one. Throws `too_long`; whatever
 * refuses one chat is in its result.
 */
export function markChatsRead(services: Services, { viewer, chats }: MarkChatsRead): Promise<ChatResult[]> {
  return changeEach({
    ...{ entries: chats, field: 'input.chats', suffix: '.chatId' },
    change: (chat) => markChatRead(services, { viewer, ...chat }),
  })
}

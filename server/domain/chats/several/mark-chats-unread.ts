import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { markChatUnread } from '../mark-chat-unread.ts'
import { changeEach } from './change-each.ts'
import type { ChatResult } from './chat-result.ts'

interface MarkChatsUnread {
  viewer: Viewer
  /** At most 100. */
  chatIds: readonly string[]
}

/**
 * Marks several chats as unread for the viewer, as `markChatUnread` does one. Throws `too_long`; whatever refuses one chat is
 * in its result.
 */
export function markChatsUnread(
  services: Services,
  { viewer, chatIds }: MarkChatsUnread,
): Promise<ChatResult[]> {
  return changeEach({
    ...{ entries: chatIds.map((chatId) => ({ chatId })), field: 'input.chatIds' },
    change: ({ chatId }) => markChatUnread(services, { viewer, chatId }),
  })
}

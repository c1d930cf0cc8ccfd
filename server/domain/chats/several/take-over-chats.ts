import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { takeOverChat } from '../take-over-chat.ts'
import { changeEach } from './change-each.ts'
import type { ChatResult } from './chat-result.ts'

interface TakeOverChats {
  viewer: Viewer
  /** At most 100, each with the operators who are in it, as far as the viewer knows. */
  chats: readonly { chatId: string; operatorIds?: readonly string[] | null }[]
}

/**
 * Makes the viewer the only operator of several chats as `takeOverChat` does of one. Throws `too_long`; whatever
 * refuses one chat is in its result.
 */
export function takeOverChats(services: Services, { viewer, chats }: TakeOverChats): Promise<ChatResult[]> {
  return changeEach({
    ...{ entries: chats, field: 'input.chats', suffix: '.chatId' },
    change: (chat) => takeOverChat(services, { viewer, ...chat }),
  })
}

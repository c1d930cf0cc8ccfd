import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { closeChat } from '../close-chat.ts'
import { changeEach } from './change-each.ts'
import type { ChatResult } from './chat-result.ts'

interface CloseChats {
  viewer: Viewer
  /** At most 100, each with the visitor's last message that the viewer knows of. */
  chats: readonly { chatId: string; lastVisitorSeq?: number | null }[]
  /** No tag fits: where a channel requires one, the chats are closed without. */
  withoutTag?: boolean | null | undefined
}

/** Closes several chats as `closeChat` closes one. Throws `too_long`; whatever refuses one chat is in its result. */
export function closeChats(
  services: Services,
  { viewer, chats, withoutTag }: CloseChats,
): Promise<ChatResult[]> {
  return changeEach({
    ...{ entries: chats, field: 'input.chats', suffix: '.chatId' },
    change: (chat) => closeChat(services, { viewer, ...chat, withoutTag }),
  })
}

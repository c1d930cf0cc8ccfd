import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat, ChatPriority } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Viewer } from '../viewer.ts'
import { changeChat } from './change-chat.ts'
import { requireAction } from './chat-actions.ts'
import { lockChat } from './lock-chat.ts'

interface SetChatPriority {
  viewer: Viewer
  chatId: string
  priority: ChatPriority
}

/**
 * Gives a chat another place among those that wait. Rules that are tried on it later can change it again. Throws
 * `not_found`, `chat_closed`, `not_in_chat`.
 */
export function setChatPriority(
  services: Services,
  { viewer, chatId, priority }: SetChatPriority,
): Promise<Chat> {
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    requireAction(chat, viewer, 'SET_PRIORITY')
    if (chat.priority === priority) return chat
    await postNotice(work, chat, { kind: 'PRIORITY_SET', actorId: viewer.userId, priority })
    return changeChat(work, chatId, { priority }, { kind: 'CHAT_ROUTED', actor: actorOf(viewer) })
  })
}

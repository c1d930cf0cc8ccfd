import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { requireAction } from './chat-actions.ts'
import { enterChat } from './enter-chat.ts'
import { isMember } from './lock-chat.ts'
import { lockChatToJoin } from './lock-chat-to-join.ts'

/**
 * Accepts a waiting chat. Of two operators who press Reply at the same time, one gets it; the other gets
 * `chat_accepted_by_other`, which says who has it. Accepting one's own chat again changes nothing.
 */
export function acceptChat(services: Services, input: { viewer: Viewer; chatId: string }): Promise<Chat> {
  const { viewer, chatId } = input
  return transact(services, async (work) => {
    const chat = await lockChatToJoin(work.tx, viewer, chatId)
    requireAction(chat, viewer, 'ACCEPT')
    if (isMember(chat, viewer)) return chat
    return enterChat(work, chat, viewer.userId)
  })
}

import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { departChat } from './depart-chat.ts'
import { isMember, lockChat, requireOpen } from './lock-chat.ts'

/** Leaves a chat; after the last operator has left, it waits again. Throws `not_found`, and `chat_closed`. */
export function leaveChat(services: Services, input: { viewer: Viewer; chatId: string }): Promise<Chat> {
  const { viewer, chatId } = input
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    requireOpen(chat)
    return isMember(chat, viewer)
      ? departChat(work, chat, { userId: viewer.userId, actor: actorOf(viewer) })
      : chat
  })
}

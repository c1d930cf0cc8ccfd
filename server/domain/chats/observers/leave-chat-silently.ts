import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { lockChat } from '../lock-chat.ts'
import { departObserver } from './depart-observer.ts'

/** Ends what `joinChatSilently` began; it changes nothing for whoever is not in the chat silently. Throws `not_found`. */
export function leaveChatSilently(
  services: Services,
  { viewer, chatId }: { viewer: Viewer; chatId: string },
): Promise<Chat> {
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    return departObserver(work, chat, { userId: viewer.userId, actor: actorOf(viewer) })
  })
}

import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { postNotice } from '../../messages/append-message.ts'
import type { Viewer } from '../../viewer.ts'
import { changeChat } from '../change-chat.ts'
import { lockChat } from '../lock-chat.ts'

/** Ends what `joinChatSilently` began; it changes nothing for whoever is not in the chat silently. Throws `not_found`. */
export function leaveChatSilently(
  services: Services,
  { viewer, chatId }: { viewer: Viewer; chatId: string },
): Promise<Chat> {
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    const { userId } = viewer
    const { count } = await work.tx.chatObserver.deleteMany({ where: { chatId, userId } })
    if (count === 0 || chat.status === 'CLOSED') return chat
    await postNotice(work, chat, { kind: 'OBSERVER_LEFT', actorId: userId })
    const isObserved = (await work.tx.chatObserver.count({ where: { chatId } })) > 0
    const left = { kind: 'OBSERVER_LEFT', actor: actorOf(viewer), subjectId: userId } as const
    return changeChat(work, chatId, { isObserved }, left)
  })
}

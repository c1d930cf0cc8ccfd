import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { postNotice } from '../../messages/append-message.ts'
import { lockOperators } from '../../operators/lock-operators.ts'
import { requireSupervisor, type Viewer } from '../../viewer.ts'
import { changeChat } from '../change-chat.ts'
import { isMember, requireOpen } from '../lock-chat.ts'
import { lockChatToJoin } from '../lock-chat-to-join.ts'

/**
 * Lets a supervisor be in a chat silently: its operators see it, and nobody outside. It answers nothing and accepts nothing.
 * For somebody who is in the chat already, it changes nothing. Throws `forbidden`, `not_found`, `chat_closed`.
 */
export function joinChatSilently(
  services: Services,
  { viewer, chatId }: { viewer: Viewer; chatId: string },
): Promise<Chat> {
  requireSupervisor(viewer)
  const { accountId, userId } = viewer
  return transact(services, async (work) => {
    // As they are now: who stops supervising at the same moment joins first and then leaves, or does not join.
    const [self] = await lockOperators(work.tx, { accountId, ids: [userId] })
    requireSupervisor({ role: self?.role ?? 'OPERATOR' })
    const chat = await lockChatToJoin(work.tx, viewer, chatId)
    requireOpen(chat)
    if (isMember(chat, viewer)) return chat
    const { count } = await work.tx.chatObserver.createMany({
      data: { chatId, userId },
      skipDuplicates: true,
    })
    if (count === 0) return chat
    await postNotice(work, chat, { kind: 'OBSERVER_JOINED', actorId: userId })
    const joined = { kind: 'OBSERVER_JOINED', actor: actorOf(viewer), subjectId: userId } as const
    return changeChat(work, chatId, { isObserved: true }, joined)
  })
}

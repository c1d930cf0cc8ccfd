import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { requireAction } from './chat-actions.ts'
import { endInvitations } from './end-invitations.ts'
import { enterChat } from './enter-chat.ts'
import { isMember } from './lock-chat.ts'
import { lockChatToJoin } from './lock-chat-to-join.ts'

/**
 * Joins a chat beside the operators who are in it; one that nobody answers is accepted. Pending invitations of the
 * viewer to it end. Joining again changes nothing. Throws `not_found`, `chat_closed`.
 */
export function joinChat(services: Services, input: { viewer: Viewer; chatId: string }): Promise<Chat> {
  const { viewer, chatId } = input
  return transact(services, async (work) => {
    const chat = await lockChatToJoin(work.tx, viewer, chatId)
    requireAction(chat, viewer, 'JOIN')
    if (isMember(chat, viewer)) return chat
    await endInvitations(work, [chat], actorOf(viewer), { toUserId: viewer.userId })
    return enterChat(work, chat, viewer.userId)
  })
}

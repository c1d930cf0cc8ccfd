import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { queueBotEvent } from '../bots/queue-bot-event.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Viewer } from '../viewer.ts'
import { changeChat } from './change-chat.ts'
import { endInvitations } from './end-invitations.ts'
import { lockChat, requireMember } from './lock-chat.ts'

/**
 * Closes a chat for good: a member, an admin, or anybody who sees it while it waits. What is still to be delivered
 * is delivered. Closing it again changes nothing. Throws `not_found`, and `conflict` for somebody else's chat.
 */
export function closeChat(services: Services, input: { viewer: Viewer; chatId: string }): Promise<Chat> {
  const { viewer, chatId } = input
  return transact(services, async (tx, record) => {
    const chat = await lockChat(tx, viewer, chatId)
    if (chat.status === 'CLOSED') return chat
    if (chat.status === 'ACTIVE') requireMember(chat, viewer)
    await endInvitations(tx, record, chat, { chatId })
    await tx.chatMember.updateMany({ where: { chatId, leftAt: null }, data: { leftAt: new Date() } })
    await postNotice(tx, record, chat, { kind: 'CHAT_CLOSED', actorId: viewer.userId })
    await queueBotEvent(tx, record, chat, { kind: 'CHAT_CLOSED' })
    return changeChat(tx, record, chatId, { status: 'CLOSED', closedAt: new Date(), queuedAt: null })
  })
}

import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { joinChat } from './join-chat.ts'
import { answeredBy, isMember, lockChat, requireOpen } from './lock-chat.ts'

/**
 * Takes a waiting chat. Of two operators who press Reply at once one gets it; the other gets a `conflict` that
 * says by whom it is answered. Accepting one's own chat again changes nothing.
 */
export function acceptChat(services: Services, input: { viewer: Viewer; chatId: string }): Promise<Chat> {
  const { viewer, chatId } = input
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    requireOpen(chat)
    if (isMember(chat, viewer)) return chat
    if (chat.status === 'ACTIVE') throw new AppError('conflict', answeredBy(chat), { field: 'input.chatId' })
    return joinChat(work, chat, viewer.userId)
  })
}

import type { Tx } from '../../database/client.ts'
import type { Record } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import { postNotice } from '../messages/append-message.ts'
import { changeChat } from './change-chat.ts'
import type { LockedChat } from './lock-chat.ts'
import { waitAgain } from './wait-again.ts'

/**
 * Takes an operator out of a chat that the transaction holds; when nobody is left, the chat waits again, at the place
 * in the queue that it had.
 */
export async function departChat(tx: Tx, record: Record, chat: LockedChat, userId: string): Promise<Chat> {
  await tx.chatMember.updateMany({
    where: { chatId: chat.id, userId, leftAt: null },
    data: { leftAt: new Date() },
  })
  await postNotice(tx, record, chat, { kind: 'OPERATOR_LEFT', actorId: userId })
  const left = await tx.chatMember.count({ where: { chatId: chat.id, leftAt: null } })
  return changeChat(tx, record, chat.id, left === 0 ? waitAgain(chat) : {})
}

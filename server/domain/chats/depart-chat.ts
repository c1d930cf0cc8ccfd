import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Notice } from '../messages/notice.ts'
import { changeChat } from './change-chat.ts'
import type { LockedChat } from './lock-chat.ts'
import { waitAgain } from './wait-again.ts'

interface Departure {
  userId: string
  /** The operator, the person who removed them, or nobody. */
  actor: Actor
  /** What the chat says about it, unless it is that they left. */
  notice?: Notice
  /** When the chat is taken from them because nobody in it is there any more. */
  leftAloneAt?: Date
}

/**
 * Removes an operator from a chat that the transaction holds; when nobody is left, the chat waits again, at
 * its earlier place in the queue.
 */
export async function departChat(work: Work, chat: LockedChat, departure: Departure): Promise<Chat> {
  const { userId, actor, notice, leftAloneAt = null } = departure
  await work.tx.chatMember.updateMany({
    where: { chatId: chat.id, userId, leftAt: null },
    data: { leftAt: new Date(), leftAloneAt },
  })
  await postNotice(work, chat, notice ?? { kind: 'OPERATOR_LEFT', actorId: userId })
  const left = await work.tx.chatMember.count({ where: { chatId: chat.id, leftAt: null } })
  return changeChat(work, chat.id, left === 0 ? { ...waitAgain(chat), leftAloneAt } : {}, {
    kind: 'OPERATOR_LEFT',
    actor,
    subjectId: userId,
  })
}

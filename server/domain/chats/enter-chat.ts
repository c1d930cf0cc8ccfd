import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat, Prisma } from '../../generated/prisma/client.ts'
import { postNotice } from '../messages/append-message.ts'
import { AWAKE } from './awake.ts'
import { changeChat } from './change-chat.ts'
import type { LockedChat } from './lock-chat.ts'

/** Adds an operator to a chat that the transaction holds; its bot is notified that an operator has it. */
export async function enterChat(work: Work, chat: LockedChat, userId: string): Promise<Chat> {
  await work.tx.chatMember.upsert({
    where: { chatId_userId: { chatId: chat.id, userId } },
    create: { chatId: chat.id, userId },
    update: { joinedAt: new Date(), leftAt: null, leftAloneAt: null },
  })
  await postNotice(work, chat, { kind: 'OPERATOR_JOINED', actorId: userId })
  const data: Prisma.ChatUncheckedUpdateInput = {
    status: 'ACTIVE',
    agentUnavailableAt: null,
    leftAloneAt: null,
    // Whoever joins wants to see it.
    ...AWAKE,
    ...(chat.status === 'BOT' && { handOffReason: 'OPERATOR_STEPPED_IN' }),
    acceptedAt: chat.acceptedAt ?? new Date(),
  }
  return changeChat(work, chat.id, data, {
    kind: chat.status === 'ACTIVE' ? 'OPERATOR_JOINED' : 'CHAT_ACCEPTED',
    actor: actorOf({ userId }),
    subjectId: userId,
  })
}

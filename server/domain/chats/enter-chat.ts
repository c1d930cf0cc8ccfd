import { type Actor, actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat, Prisma } from '../../generated/prisma/client.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Notice } from '../messages/notice.ts'
import { AWAKE } from './awake.ts'
import { changeChat } from './change-chat.ts'
import { endInvitations } from './end-invitations.ts'
import type { LockedChat } from './lock-chat.ts'
import { endObservation } from './observers/end-observation.ts'

interface Entry {
  /** The operator, unless they were given the chat without being asked. */
  actor?: Actor
  /** What the chat says about it, unless it is that they joined. */
  notice?: Notice
}

/**
 * Adds an operator to a chat that the transaction holds; its bot is notified that an operator has it. Nobody else is
 * offered it any more.
 */
export async function enterChat(
  work: Work,
  chat: LockedChat,
  userId: string,
  { actor = actorOf({ userId }), notice = { kind: 'OPERATOR_JOINED', actorId: userId } }: Entry = {},
): Promise<Chat> {
  if (chat.status === 'QUEUED') await endInvitations(work, [chat], actor, { routedBy: { not: null } })
  await work.tx.chatMember.upsert({
    where: { chatId_userId: { chatId: chat.id, userId } },
    create: { chatId: chat.id, userId },
    update: { joinedAt: new Date(), leftAt: null, leftAloneAt: null },
  })
  await endObservation(work.tx, chat, userId)
  await postNotice(work, chat, notice)
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
    actor,
    subjectId: userId,
  })
}

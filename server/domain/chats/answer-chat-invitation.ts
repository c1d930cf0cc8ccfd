import { AppError } from '../../errors.ts'
import { actorOf, SYSTEM } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { ChatInvitation, ChatInvitationState } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Viewer } from '../viewer.ts'
import { changeChat } from './change-chat.ts'
import { departChat } from './depart-chat.ts'
import { invitationEvent } from './end-invitations.ts'
import { enterChat } from './enter-chat.ts'
import { type LockedChat, lockChat } from './lock-chat.ts'
import { lockChatToJoin } from './lock-chat-to-join.ts'

interface Answer {
  viewer: Viewer
  invitationId: string
  answer: 'ACCEPTED' | 'DECLINED'
}

/**
 * The invited operator accepts or declines. With an accepted transfer, they join and the sender leaves.
 * Throws `not_found`, and `invitation_ended`.
 */
export function answerChatInvitation(services: Services, input: Answer): Promise<ChatInvitation> {
  const { viewer, invitationId, answer } = input
  return transact(services, async (work) => {
    const invitation = await work.tx.chatInvitation.findFirst({
      where: { id: invitationId, accountId: viewer.accountId, toUserId: viewer.userId },
    })
    if (!invitation) throw new AppError('not_found', 'This invitation does not exist.', { field: 'input.id' })
    const lock = answer === 'ACCEPTED' ? lockChatToJoin : lockChat
    const chat = await lock(work.tx, viewer, invitation.chatId, 'input.id')
    const answered = await settleInvitation(work, chat, invitation, answer)
    if (answer === 'DECLINED') {
      await noticeOfRefusal(work, chat, invitation, 'INVITATION_DECLINED')
      return answered
    }
    await enterChat(work, chat, viewer.userId)
    if (invitation.kind === 'TRANSFER') await completeTransfer(work, chat, invitation)
    return answered
  })
}

/**
 * Removes the sender from the chat, which already has its new operator. An admin who transfers a chat without ever
 * having been in it takes it from those who are.
 */
async function completeTransfer(
  work: Work,
  chat: LockedChat,
  { fromUserId, toUserId }: ChatInvitation,
): Promise<void> {
  const actor = actorOf({ userId: fromUserId })
  const userIds = chat.members.map(({ userId }) => userId)
  const wasIn = await work.tx.chatMember.count({ where: { chatId: chat.id, userId: fromUserId } })
  const leaving = userIds.filter((id) => (wasIn > 0 ? id === fromUserId : id !== toUserId))
  for (const userId of leaving) await departChat(work, chat, { userId, actor })
  await changeChat(
    work,
    chat.id,
    {},
    {
      kind: 'CHAT_TRANSFERRED',
      actor,
      subjectId: toUserId,
      data: { to: 'OPERATOR' },
    },
  )
}

/** Ends an invitation. Throws `invitation_ended` when it has ended already or expired. */
export async function settleInvitation(
  work: Work,
  chat: { id: string; accountId: string; channelId: string },
  { id }: ChatInvitation,
  state: Exclude<ChatInvitationState, 'PENDING'>,
): Promise<ChatInvitation> {
  const now = new Date()
  const [settled] = await work.tx.chatInvitation.updateManyAndReturn({
    where: { id, state: 'PENDING', expiresAt: state === 'EXPIRED' ? { lte: now } : { gt: now } },
    data: { state },
  })
  if (!settled) throw new AppError('invitation_ended', 'This invitation has ended.', { field: 'input.id' })
  const actor = state === 'EXPIRED' ? SYSTEM : actorOf({ userId: settled.toUserId })
  await work.record(invitationEvent(chat, settled, `CHAT_INVITATION_${state}`, actor))
  return settled
}

/** Adds a notice to the chat that somebody's invitation was not accepted; the chat stays where it was. */
export async function noticeOfRefusal(
  work: Work,
  chat: { id: string; accountId: string; channelId: string },
  invitation: ChatInvitation,
  kind: 'INVITATION_DECLINED' | 'INVITATION_EXPIRED',
): Promise<void> {
  // To whom a chat is offered next says enough.
  if (invitation.routedBy) return
  await postNotice(work, chat, { kind, actorId: invitation.toUserId, targetId: invitation.fromUserId })
}

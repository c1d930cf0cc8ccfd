import type { Tx } from '../../db.ts'
import { AppError } from '../../errors.ts'
import { type Record, transact } from '../../events/transact.ts'
import type { ChatInvitation, ChatInvitationState } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Viewer } from '../viewer.ts'
import { departChat } from './depart-chat.ts'
import { recordInvitation } from './end-invitations.ts'
import { joinChat } from './join-chat.ts'
import { lockChat } from './lock-chat.ts'

interface Answer {
  viewer: Viewer
  invitationId: string
  answer: 'ACCEPTED' | 'DECLINED'
}

/**
 * The invited operator accepts or declines. An accepted transfer brings them in and takes out the one who
 * offered it. Throws `not_found`, and `conflict` for an invitation that has ended.
 */
export function answerChatInvitation(services: Services, input: Answer): Promise<ChatInvitation> {
  const { viewer, invitationId, answer } = input
  return transact(services, async (tx, record) => {
    const invitation = await tx.chatInvitation.findFirst({
      where: { id: invitationId, accountId: viewer.accountId, toUserId: viewer.userId },
    })
    if (!invitation) throw new AppError('not_found', 'This invitation does not exist.', { field: 'input.id' })
    const chat = await lockChat(tx, viewer, invitation.chatId)
    const answered = await settleInvitation(tx, record, chat, invitation, answer)
    if (answer === 'DECLINED') {
      await noticeOfRefusal(tx, record, chat, invitation, 'INVITATION_DECLINED')
      return answered
    }
    await joinChat(tx, record, chat, viewer.userId)
    const offeredByMember = chat.members.some((member) => member.userId === invitation.fromUserId)
    if (invitation.kind === 'TRANSFER' && offeredByMember) {
      await departChat(tx, record, await lockChat(tx, viewer, chat.id), invitation.fromUserId)
    }
    return answered
  })
}

/** Ends an invitation. Throws `conflict` when it has ended already or its time is over. */
export async function settleInvitation(
  tx: Tx,
  record: Record,
  chat: { id: string; accountId: string; channelId: string },
  { id }: ChatInvitation,
  state: ChatInvitationState,
): Promise<ChatInvitation> {
  const now = new Date()
  const [settled] = await tx.chatInvitation.updateManyAndReturn({
    where: { id, state: 'PENDING', expiresAt: state === 'EXPIRED' ? { lte: now } : { gt: now } },
    data: { state },
  })
  if (!settled) throw new AppError('conflict', 'This invitation has ended.', { field: 'input.id' })
  await recordInvitation(record, chat, id, 'CHAT_INVITATION_UPDATED')
  return settled
}

/** Tells the chat that an invitation came to nothing; the chat stays where it was. */
export async function noticeOfRefusal(
  tx: Tx,
  record: Record,
  chat: { id: string; accountId: string; channelId: string },
  invitation: ChatInvitation,
  kind: 'INVITATION_DECLINED' | 'INVITATION_EXPIRED',
): Promise<void> {
  await postNotice(tx, record, chat, { kind, actorId: invitation.toUserId, targetId: invitation.fromUserId })
}

import type { Work } from '../../events/transact.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Ends pending invitations to a chat that is going another way, and records it for each. */
export async function endInvitations(
  work: Work,
  chat: { id: string; accountId: string; channelId: string },
  where: Prisma.ChatInvitationWhereInput,
): Promise<void> {
  const ended = await work.tx.chatInvitation.updateManyAndReturn({
    where: { ...where, chatId: chat.id, state: 'PENDING' },
    data: { state: 'EXPIRED' },
  })
  for (const { id } of ended) await recordInvitation(work, chat, id, 'CHAT_INVITATION_UPDATED')
}

export function recordInvitation(
  work: Work,
  chat: { id: string; accountId: string; channelId: string },
  invitationId: string,
  kind: 'CHAT_INVITATION_CREATED' | 'CHAT_INVITATION_UPDATED',
): Promise<void> {
  return work.record({
    accountId: chat.accountId,
    kind,
    channelId: chat.channelId,
    chatId: chat.id,
    subjectId: invitationId,
  })
}

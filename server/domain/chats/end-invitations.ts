import type { Actor } from '../../events/actor.ts'
import type { NewEvent } from '../../events/record.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat, ChatInvitation, Prisma } from '../../generated/prisma/client.ts'

type InvitationKind = Extract<NewEvent['kind'], `CHAT_INVITATION_${string}`>

/** Ends pending invitations to chats that are closed or handed over, and records it for each. */
export async function endInvitations(
  work: Work,
  chats: Pick<Chat, 'id' | 'accountId' | 'channelId'>[],
  actor: Actor,
  where: Prisma.ChatInvitationWhereInput = {},
): Promise<void> {
  const byId = new Map(chats.map((chat) => [chat.id, chat]))
  const ended = await work.tx.chatInvitation.updateManyAndReturn({
    where: { AND: where, chatId: { in: [...byId.keys()] }, state: 'PENDING' },
    data: { state: 'EXPIRED' },
  })
  const events = ended.flatMap((invitation) => {
    const chat = byId.get(invitation.chatId)
    return chat ? [{ event: invitationEvent(chat, invitation, 'CHAT_INVITATION_CANCELLED', actor) }] : []
  })
  await work.recordAll(events)
}

/** The event for the result of an invitation to the chat. */
export function invitationEvent(
  { id: chatId, accountId, channelId }: Pick<Chat, 'id' | 'accountId' | 'channelId'>,
  { id: subjectId }: Pick<ChatInvitation, 'id'>,
  kind: InvitationKind,
  actor: Actor,
): NewEvent {
  return { accountId, kind, actor, channelId, chatId, subjectId }
}

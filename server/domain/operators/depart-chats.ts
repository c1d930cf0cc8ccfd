import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { departChat } from '../chats/depart-chat.ts'
import { endInvitations } from '../chats/end-invitations.ts'
import { isMember, lockChat } from '../chats/lock-chat.ts'
import type { Viewer } from '../viewer.ts'

interface Departure {
  /** The admin who takes the access away. */
  viewer: Viewer
  userId: string
  /** Which of the chats; all of them by default. */
  where?: Prisma.ChatWhereInput
}

/**
 * Takes a user out of chats that they can no longer answer, so that no visitor waits for somebody who is gone, and
 * ends the invitations to such chats that they sent or were sent.
 */
export async function departChats(work: Work, { viewer, userId, where }: Departure): Promise<void> {
  const invited: Prisma.ChatInvitationWhereInput = {
    state: 'PENDING',
    OR: [{ fromUserId: userId }, { toUserId: userId }],
  }
  const chats = await work.tx.chat.findMany({
    where: {
      AND: where ?? {},
      accountId: viewer.accountId,
      OR: [
        { status: 'ACTIVE', members: { some: { userId, leftAt: null } } },
        { invitations: { some: invited } },
      ],
    },
    select: { id: true },
    // Whoever takes several chats takes them in this order, so that two never wait for each other.
    orderBy: { id: 'asc' },
  })
  for (const { id } of chats) {
    const chat = await lockChat(work.tx, viewer, id)
    await endInvitations(work, [chat], actorOf(viewer), invited)
    const stays = chat.status === 'ACTIVE' && isMember(chat, { ...viewer, userId })
    if (stays) await departChat(work, chat, { userId, actor: actorOf(viewer) })
  }
}

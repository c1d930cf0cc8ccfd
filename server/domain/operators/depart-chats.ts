import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { departChat } from '../chats/depart-chat.ts'
import { endInvitations } from '../chats/end-invitations.ts'
import { isMember, lockChat } from '../chats/lock-chat.ts'
import type { Departure } from './departure.ts'

/**
 * Removes a user from chats that they can no longer answer, so that no visitor waits for them in vain, and ends the
 * invitations to such chats that they sent or received.
 */
export async function departChats(work: Work, { viewer, userId, where }: Departure): Promise<void> {
  const invited: Prisma.ChatInvitationWhereInput = {
    state: 'PENDING',
    OR: [{ fromUserId: userId }, { toUserId: userId }],
  }
  // Not through Prisma, which casts the status so that no partial index is used: this would read all chats.
  const concerned = await work.tx.$queryRaw<{ id: string }[]>`
    SELECT chat.id FROM "Chat" chat JOIN "ChatMember" member ON member."chatId" = chat.id
    WHERE chat."accountId" = ${viewer.accountId}::uuid AND chat.status = 'ACTIVE'
      AND member."userId" = ${userId}::uuid AND member."leftAt" IS NULL
    UNION
    SELECT "chatId" FROM "ChatInvitation"
    WHERE state = 'PENDING' AND "accountId" = ${viewer.accountId}::uuid
      AND ("fromUserId" = ${userId}::uuid OR "toUserId" = ${userId}::uuid)`
  const chats = await work.tx.chat.findMany({
    where: { AND: where ?? {}, id: { in: concerned.map(({ id }) => id) } },
    select: { id: true },
    // All code that locks several chats locks them in this order, so that two transactions never wait for each other.
    orderBy: { id: 'asc' },
  })
  for (const { id } of chats) {
    const chat = await lockChat(work.tx, viewer, id)
    await endInvitations(work, [chat], actorOf(viewer), invited)
    const stays = chat.status === 'ACTIVE' && isMember(chat, { ...viewer, userId })
    if (stays) await departChat(work, chat, { userId, actor: actorOf(viewer) })
  }
}

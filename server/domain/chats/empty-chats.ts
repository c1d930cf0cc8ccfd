import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import { endInvitations } from './end-invitations.ts'

/** Removes all operators from chats that are closed or handed over, and ends the invitations to them. */
export async function emptyChats(
  work: Work,
  chats: Pick<Chat, 'id' | 'accountId' | 'channelId'>[],
  actor: Actor,
): Promise<void> {
  await endInvitations(work, chats, actor)
  await work.tx.$executeRaw`
    UPDATE "ChatMember" SET "leftAt" = now()
    WHERE "chatId" = ANY(${chats.map(({ id }) => id)}::uuid[]) AND "leftAt" IS NULL`
}

import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import { postNotices } from '../messages/append-message.ts'
import { emptyChats } from './empty-chats.ts'

/**
 * Closes chats that the transaction holds. However a chat is closed, it is closed here: with the same notice
 * and the same event, which its bot also gets.
 */
export async function endChats(
  work: Work,
  chats: Pick<Chat, 'id' | 'accountId' | 'channelId'>[],
  actor: Actor,
): Promise<void> {
  await emptyChats(work, chats, actor)
  await postNotices(work, chats, {
    kind: 'CHAT_CLOSED',
    ...(actor.type === 'OPERATOR' && actor.id && { actorId: actor.id }),
  })
  await work.tx.$executeRaw`
    UPDATE "Chat" SET status = 'CLOSED', "closedAt" = now(), "closedActivityAt" = "lastActivityAt", "queuedAt" = NULL,
      "snoozedAt" = NULL, "snoozedUntil" = NULL,
      revision = revision + 1
    WHERE id = ANY(${chats.map(({ id }) => id)}::uuid[])`
  await work.recordAll(
    chats.map(({ id: chatId, accountId, channelId }) => ({
      event: { accountId, kind: 'CHAT_CLOSED', actor, channelId, chatId },
    })),
  )
}

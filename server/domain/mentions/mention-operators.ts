import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'

interface MentionOperators {
  viewer: Viewer
  messageId: string
  /** From `lockMentioned`. */
  userIds: readonly string[]
}

/** Mentions operators in a note of a chat that the transaction holds; each of them is told. */
export async function mentionOperators(
  work: Work,
  { id: chatId, accountId, channelId }: Pick<Chat, 'id' | 'accountId' | 'channelId'>,
  { viewer, messageId, userIds }: MentionOperators,
): Promise<void> {
  if (userIds.length === 0) return
  const mentions = await work.tx.mention.createManyAndReturn({
    data: userIds.map((userId) => ({ accountId, messageId, chatId, userId })),
  })
  const place = { accountId, channelId, chatId, messageId }
  await work.recordAll(
    mentions.map(({ id, userId }) => ({
      event: { ...place, kind: 'OPERATOR_MENTIONED', actor: actorOf(viewer), userId, subjectId: id },
    })),
  )
}

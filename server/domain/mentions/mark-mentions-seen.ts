import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { unknownChat } from '../chats/lock-chat.ts'
import { type Viewer, within } from '../viewer.ts'

interface MarkMentionsSeen {
  viewer: Viewer
  chatId: string
}

/** The viewer has seen where they are mentioned in a chat, on all their screens. Throws `not_found`. */
export function markMentionsSeen(services: Services, { viewer, chatId }: MarkMentionsSeen): Promise<void> {
  return transact(services, async (work) => {
    const chat = await work.tx.chat.findFirst({
      where: { id: chatId, ...within(viewer) },
      select: { accountId: true, channelId: true },
    })
    if (!chat) throw unknownChat('input.chatId')
    const { userId } = viewer
    const { count } = await work.tx.mention.updateMany({
      where: { userId, chatId, seenAt: null },
      data: { seenAt: new Date() },
    })
    if (count > 0)
      await work.record({ ...chat, kind: 'MENTIONS_SEEN', actor: actorOf(viewer), chatId, userId })
  })
}

import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type Viewer, within } from '../viewer.ts'
import { unknownChat } from './lock-chat.ts'
import { orUnknownChat } from './or-unknown-chat.ts'

interface UnreadMark {
  viewer: Viewer
  chatId: string
}

/**
 * Marks a chat as unread for the viewer, on all their screens, until `markChatRead`. How far they have read stays as it is: the
 * visitor was told. Throws `not_found`.
 */
export function markChatUnread(services: Services, { viewer, chatId }: UnreadMark): Promise<Chat> {
  const { userId } = viewer
  const mark = transact(services, async (work) => {
    const chat = await work.tx.chat.findFirst({ where: { id: chatId, ...within(viewer) } })
    if (!chat) throw unknownChat('input.chatId')
    const changed = await work.tx.$executeRaw`
      INSERT INTO "ChatRead" AS mark ("chatId", "userId", "lastSeq", "markedUnread")
      VALUES (${chatId}::uuid, ${userId}::uuid, 0, true)
      ON CONFLICT ("chatId", "userId") DO UPDATE SET "markedUnread" = true WHERE NOT mark."markedUnread"`
    if (changed > 0) {
      const { accountId, channelId } = chat
      const event = { accountId, kind: 'CHAT_MARKED_UNREAD', channelId, chatId, userId } as const
      await work.record({ ...event, actor: actorOf(viewer) })
    }
    return chat
  })
  return orUnknownChat(mark)
}

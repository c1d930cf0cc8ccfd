import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type Viewer, within } from '../viewer.ts'
import { unknownChat } from './lock-chat.ts'
import { orUnknownChat } from './or-unknown-chat.ts'

interface ReadMark {
  viewer: Viewer
  chatId: string
  /** The sequence number of the last message that was seen. */
  seq: number
}

/**
 * Stores how far the viewer has read, for all their screens, which never decreases, and that they have not marked the chat as
 * unread since. Throws `not_found`.
 */
export function markChatRead(services: Services, { viewer, chatId, seq }: ReadMark): Promise<Chat> {
  const mark = transact(services, async (work) => {
    const chat = await work.tx.chat.findFirst({ where: { id: chatId, ...within(viewer) } })
    if (!chat) throw unknownChat('input.chatId')
    const lastSeq = Math.min(Math.max(seq, 0), chat.lastSeq)
    const [changed] = await work.tx.$queryRaw<{ before: number }[]>`
      WITH known AS (
        SELECT "lastSeq" FROM "ChatRead" WHERE "chatId" = ${chatId}::uuid AND "userId" = ${viewer.userId}::uuid
      )
      INSERT INTO "ChatRead" AS mark ("chatId", "userId", "lastSeq")
      VALUES (${chatId}::uuid, ${viewer.userId}::uuid, ${lastSeq})
      ON CONFLICT ("chatId", "userId") DO UPDATE
        SET "lastSeq" = greatest(mark."lastSeq", EXCLUDED."lastSeq"), "markedUnread" = false
        WHERE mark."lastSeq" < EXCLUDED."lastSeq" OR mark."markedUnread"
      RETURNING coalesce((SELECT "lastSeq" FROM known), 0) AS before`
    if (changed) {
      const { accountId, channelId } = chat
      // The visitor learns which of their own messages were read, but nothing about notes.
      const isHidden = lastSeq <= changed.before || changed.before >= chat.lastVisitorSeq
      const event = { accountId, kind: 'CHAT_READ', channelId, chatId, userId: viewer.userId } as const
      await work.record({ ...event, actor: actorOf(viewer), isHidden })
    }
    return chat
  })
  return orUnknownChat(mark)
}

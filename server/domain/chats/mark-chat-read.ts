import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type Viewer, within } from '../viewer.ts'

interface ReadMark {
  viewer: Viewer
  chatId: string
  /** The sequence number of the last message that was seen. */
  seq: number
}

/** Stores how far the viewer has read, for all their screens. It never decreases. Throws `not_found`. */
export function markChatRead(services: Services, { viewer, chatId, seq }: ReadMark): Promise<Chat> {
  return transact(services, async (work) => {
    const chat = await work.tx.chat.findFirst({ where: { id: chatId, ...within(viewer) } })
    if (!chat)
      throw new AppError('not_found', 'This chat does not exist, or you cannot see it.', {
        field: 'input.chatId',
      })
    const lastSeq = Math.min(Math.max(seq, 0), chat.lastSeq)
    const changed = await work.tx.$executeRaw`
      INSERT INTO "ChatRead" ("chatId", "userId", "lastSeq") VALUES (${chatId}::uuid, ${viewer.userId}::uuid, ${lastSeq})
      ON CONFLICT ("chatId", "userId") DO UPDATE SET "lastSeq" = EXCLUDED."lastSeq"
      WHERE "ChatRead"."lastSeq" < EXCLUDED."lastSeq"`
    if (changed > 0) {
      const { accountId, channelId } = chat
      const actor = actorOf(viewer)
      await work.record({ accountId, kind: 'CHAT_READ', actor, channelId, chatId, userId: viewer.userId })
    }
    return chat
  })
}

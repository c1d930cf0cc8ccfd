import type { Work } from '../../events/transact.ts'
import { type Chat, type Message, Prisma } from '../../generated/prisma/client.ts'
import { laneSql } from '../../outbox/lane.ts'
import { uuidv7 } from '../../uuid.ts'
import { CLIENT_REPLY, replyLane } from './client-reply.ts'

/** Queues a message for its way out, in the visitor's lane. */
export async function createDelivery(
  { tx, wake }: Pick<Work, 'tx' | 'wake'>,
  chat: Pick<Chat, 'id' | 'visitorId'>,
  message: Pick<Message, 'id'>,
): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    WITH chat AS (SELECT * FROM "Chat" WHERE id = ${chat.id}::uuid)
    ${insertDelivery(message.id)}`)
  wake(replyLane(chat.visitorId))
}

/** The same as a part of a statement that has the chat as `chat`. */
export function insertDelivery(messageId: string): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId")
    SELECT ${uuidv7()}::uuid, c."accountId", ${CLIENT_REPLY}, ${laneSql(CLIENT_REPLY, Prisma.sql`c."visitorId"`)},
           c."channelId", c.id, ${messageId}::uuid
    FROM chat c`
}

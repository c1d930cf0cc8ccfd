import { Prisma } from '../../generated/prisma/client.ts'
import { laneSql } from '../../outbox/lane.ts'
import { uuidv7 } from '../../uuid.ts'
import { CLIENT_REPLY } from './client-reply.ts'

/** Queues a message of the `chat` of a statement for its way out, in the visitor's lane. */
export function insertDelivery(messageId: string): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId")
    SELECT ${uuidv7()}::uuid, c."accountId", ${CLIENT_REPLY}, ${laneSql(CLIENT_REPLY, Prisma.sql`c."visitorId"`)},
           c."channelId", c.id, ${messageId}::uuid
    FROM chat c`
}

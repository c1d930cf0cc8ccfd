import type { OutboxConsumer } from '../../events/outbox-consumer.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { CHAT_LOG, MAIL } from './mail.ts'

/** The log of a closed chat is mailed to every address in the settings. It is composed when it is sent. */
export const chatLogItems: OutboxConsumer = {
  kind: MAIL,
  takes: ['CHAT_CLOSED'],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", NULL::uuid AS "messageId",
           taken."chatId" || ':' || address.id AS lane, address.id AS "receiverId", ${CHAT_LOG}::text AS event
    FROM taken JOIN "ChatLogAddress" address ON address."accountId" = taken."accountId"
    WHERE taken.kind = 'CHAT_CLOSED'`,
}

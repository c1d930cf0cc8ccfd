import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { CALL_ORDER } from './call-order.ts'

/** Callbacks of accounts with a telephone system are ordered there, each in its own lane. */
export const callOrderItems: OutboxConsumer = {
  kind: CALL_ORDER,
  takes: ['CALL_STARTED'],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", NULL::uuid AS "messageId", taken."subjectId"::text AS lane,
           taken."accountId" AS "receiverId", 'call_order'::text AS event
    FROM taken JOIN "Call" call ON call.id = taken."subjectId"
    WHERE taken.kind = 'CALL_STARTED' AND call.gateway = 'HTTP' AND call.type = 'CALLBACK'
      AND call."externalId" IS NULL`,
}

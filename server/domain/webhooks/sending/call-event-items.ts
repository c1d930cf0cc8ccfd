import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { EVENT_OF_STATE } from '../../calls/call-state.ts'
import { isActive, isSubscribed } from './is-subscribed.ts'
import { WEBHOOK } from './webhook.ts'

const CALL_EVENT = Prisma.sql`'CALL_EVENT'`
const kinds = Object.values(EVENT_OF_STATE)

/** The items for the events of a call. A call without a chat has its own lane. */
export const callEventItems: OutboxConsumer = {
  kind: WEBHOOK,
  takes: kinds,
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", taken."messageId",
           endpoint.id || ':' || coalesce(taken."chatId", taken."subjectId") AS lane, endpoint.id AS "receiverId",
           lower(${CALL_EVENT}) AS event, taken."subjectId"
    FROM taken JOIN "WebhookEndpoint" endpoint ON ${isActive} AND ${isSubscribed(CALL_EVENT)}
    WHERE taken.kind::text = ANY(${kinds})`,
  // The call as it is now, while its row is locked (payloads/item-data.ts).
  data: Prisma.sql`(
    SELECT jsonb_build_object('operatorId', call."operatorId", 'channelId', call."channelId", 'visitorId', call."visitorId",
      'call', jsonb_build_object('type', call.type, 'phone', call.phone, 'state', call.state, 'reason', call.reason,
        'recordUrl', call."recordUrl"))
    FROM "Call" call WHERE call.id = made."subjectId")`,
}

import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { isActive, isSubscribed } from './is-subscribed.ts'
import { WEBHOOK } from './webhook.ts'
import { laneSuffix } from './webhook-lanes.ts'

/** What follows from each event of the log (contract, part 6.3). */
const toldEvent = Prisma.sql`(CASE
  WHEN taken.kind = 'CHAT_ACCEPTED' THEN 'CHAT_ACCEPTED'
  WHEN taken.kind = 'CHAT_CLOSED' THEN 'CHAT_FINISHED'
  WHEN taken.kind = 'CHAT_RATED' THEN 'CHAT_RATED'
  WHEN taken.kind = 'CHAT_TAGGED' THEN 'CHAT_TAGGED'
  WHEN taken.kind = 'CRM_CARD_ASSIGNED' THEN 'CHAT_ASSIGNED'
  WHEN taken.kind = 'OFFLINE_MESSAGE_CREATED' THEN 'OFFLINE_MESSAGE'
END)`

/** The items for the other events of chats, and for offline messages, which have their own lane. */
export const webhookItems: OutboxConsumer = {
  kind: WEBHOOK,
  takes: [
    'CHAT_ACCEPTED',
    'CHAT_CLOSED',
    'CHAT_RATED',
    'CHAT_TAGGED',
    'CRM_CARD_ASSIGNED',
    'OFFLINE_MESSAGE_CREATED',
  ],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", taken."messageId",
           endpoint.id || ':' || coalesce(taken."chatId" || ${laneSuffix(Prisma.sql`lower(${toldEvent})`)}, taken."subjectId"::text) AS lane, endpoint.id AS "receiverId",
           lower(${toldEvent}) AS event, taken."subjectId", taken.data
    FROM taken JOIN "WebhookEndpoint" endpoint ON ${isActive}
      AND CASE WHEN taken.kind = 'CRM_CARD_ASSIGNED' THEN endpoint.id = taken."subjectId" ELSE ${isSubscribed(toldEvent)} END`,
  data: Prisma.sql`CASE made.event
    WHEN 'chat_accepted' THEN jsonb_build_object('operatorId', made."subjectId")
    WHEN 'offline_message' THEN jsonb_build_object('offlineMessageId', made."subjectId")
    WHEN 'chat_assigned' THEN made.data
    WHEN 'chat_rated' THEN made.data
    WHEN 'chat_tagged' THEN made.data END`,
}

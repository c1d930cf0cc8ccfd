import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { WEBHOOK } from './webhook.ts'

/** What follows from each event of the log (contract, part 6.3). */
const toldEvent = Prisma.sql`(CASE
  WHEN taken.kind = 'CHAT_ACCEPTED' THEN 'CHAT_ACCEPTED'
  WHEN taken.kind = 'CHAT_CLOSED' THEN 'CHAT_FINISHED'
  WHEN taken.kind = 'CRM_CARD_ASSIGNED' THEN 'CHAT_ASSIGNED'
  WHEN taken.kind = 'MESSAGE_CREATED' AND taken.author <> 'SYSTEM' THEN 'MESSAGE_CREATED'
END)`

/** What endpoints are told of a chat. */
export const webhookItems: OutboxConsumer = {
  kind: WEBHOOK,
  takes: ['CHAT_ACCEPTED', 'CHAT_CLOSED', 'CRM_CARD_ASSIGNED', 'MESSAGE_CREATED'],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", taken."messageId", endpoint.id || ':' || taken."chatId" AS lane,
           endpoint.id AS "receiverId", lower(${toldEvent}) AS event, taken."subjectId", taken.data
    FROM taken JOIN "WebhookEndpoint" endpoint ON endpoint."accountId" = taken."accountId" AND endpoint.enabled
      AND endpoint."deletedAt" IS NULL AND CASE WHEN taken.kind = 'CRM_CARD_ASSIGNED' THEN endpoint.id = taken."subjectId"
        ELSE ${toldEvent} = ANY(endpoint.events::text[])
          AND (endpoint."allChannels" OR taken."channelId" = ANY(endpoint."channelIds")) END`,
  data: Prisma.sql`CASE made.event
    WHEN 'chat_accepted' THEN jsonb_build_object('agentId', made."subjectId")
    WHEN 'chat_assigned' THEN made.data END`,
}

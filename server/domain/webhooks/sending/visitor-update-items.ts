import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { isActive, isSubscribed } from './is-subscribed.ts'
import { VISITOR_UPDATES, WEBHOOK } from './webhook.ts'

/** Changes of a visitor within this time are one event. */
const UPDATE_DELAY_MS = 1_000

/**
 * The items for changed data of a visitor with an open chat. Changes caused by an endpoint's answer are not sent,
 * because their answer could cause the next change. A change is merged into a pending event: it locks the event, so
 * that a worker that claims it meanwhile reads the visitor after this transaction; an event that has been claimed
 * already is not used.
 */
export const visitorUpdateItems: OutboxConsumer = {
  kind: WEBHOOK,
  takes: ['VISITOR_UPDATED'],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", chat.id AS "chatId", taken."messageId", endpoint.id || ':' || chat.id AS lane,
           endpoint.id AS "receiverId", told.event
    FROM taken
    JOIN "Chat" chat ON chat.id = taken."chatId" AND chat.status <> 'CLOSED'
    CROSS JOIN unnest(${VISITOR_UPDATES}::text[]) AS told(event)
    JOIN "WebhookEndpoint" endpoint ON ${isActive} AND ${isSubscribed(Prisma.sql`upper(told.event)`)}
    WHERE taken.kind = 'VISITOR_UPDATED' AND NOT coalesce(taken.data ? 'webhookEndpointId', false) AND NOT EXISTS (
      SELECT FROM "OutboxItem" waiting
      WHERE waiting.lane = ${`${WEBHOOK}:`} || endpoint.id || ':' || chat.id AND waiting.state = 'PENDING'
        AND waiting.event = told.event AND waiting.payload IS NULL AND waiting."claimedUntil" IS NULL
      FOR UPDATE SKIP LOCKED)`,
  delayMs: Prisma.sql`${UPDATE_DELAY_MS}::int`,
}

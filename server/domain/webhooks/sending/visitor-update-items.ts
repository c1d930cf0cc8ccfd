import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { isActive, isSubscribed } from './is-subscribed.ts'
import { VISITOR_UPDATES, WEBHOOK } from './webhook.ts'

/** Changes of a visitor within this time are one event. */
const UPDATE_DELAY_MS = 1_000

/**
 * What endpoints are told when the data of a visitor with an open chat changed. Changes that came of an endpoint's answer
 * are not told: the answer to that would come of it in turn. A change joins an event that waits: it takes a lock, so that
 * whoever claims the event meanwhile reads the visitor after this transaction; an event that somebody has claimed
 * already is not joined.
 */
export const visitorUpdateItems: OutboxConsumer = {
  kind: WEBHOOK,
  takes: ['VISITOR_UPDATED'],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", chat.id AS "chatId", taken."messageId", endpoint.id || ':' || chat.id AS lane,
           endpoint.id AS "receiverId", told.event
    FROM taken
    JOIN "Chat" chat ON chat."visitorId" = taken."subjectId" AND chat.status <> 'CLOSED'
      AND chat.id = coalesce(taken."chatId", chat.id)
    CROSS JOIN unnest(${VISITOR_UPDATES}::text[]) AS told(event)
    JOIN "WebhookEndpoint" endpoint ON ${isActive} AND ${isSubscribed(Prisma.sql`upper(told.event)`)}
    WHERE taken.kind = 'VISITOR_UPDATED' AND NOT coalesce(taken.data ? 'webhookEndpointId', false) AND NOT EXISTS (
      SELECT FROM "OutboxItem" waiting
      WHERE waiting.lane = ${`${WEBHOOK}:`} || endpoint.id || ':' || chat.id AND waiting.state = 'PENDING'
        AND waiting.event = told.event AND waiting.payload IS NULL AND waiting."claimedUntil" IS NULL
      FOR UPDATE SKIP LOCKED)`,
  delayMs: Prisma.sql`${UPDATE_DELAY_MS}::int`,
}

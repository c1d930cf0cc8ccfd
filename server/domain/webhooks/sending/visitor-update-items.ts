import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { isActive, isSubscribed } from './is-subscribed.ts'
import { VISITOR_UPDATES, WEBHOOK } from './webhook.ts'
import { laneSuffix, standardLane } from './webhook-lanes.ts'

/** Changes of a visitor within this time are one event. */
const UPDATE_DELAY_MS = 1_000
/** What `data` of an event of the log contains if endpoints are not told. */
const UNTOLD = ['webhookEndpointId', 'isInternal']

const lane = Prisma.sql`endpoint.id || ':' || chat.id || ${laneSuffix(Prisma.sql`told.event`)}`
const waitingLane = Prisma.sql`${standardLane({
  endpointId: Prisma.sql`endpoint.id`,
  chatId: Prisma.sql`chat.id`,
})} || ${laneSuffix(Prisma.sql`told.event`)}`

/**
 * The items for changed data of a visitor with an open chat. Changes caused by an endpoint's answer are not sent,
 * because their answer could cause the next change; neither are those that an event does not contain. A change is merged into a pending event: it locks the event, so
 * that a worker that claims it meanwhile reads the visitor after this transaction; an event that has been claimed
 * already is not used, nor is one of a time when somebody else was in the chat.
 */
export const visitorUpdateItems: OutboxConsumer = {
  kind: WEBHOOK,
  takes: ['VISITOR_UPDATED'],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", chat.id AS "chatId", taken."messageId", ${lane} AS lane,
           endpoint.id AS "receiverId", told.event, present."operatorId"
    FROM taken
    JOIN "Chat" chat ON chat.id = taken."chatId" AND chat.status <> 'CLOSED'
    LEFT JOIN LATERAL (
      SELECT member."userId" AS "operatorId" FROM "ChatMember" member
      WHERE member."chatId" = chat.id AND member."leftAt" IS NULL ORDER BY member."joinedAt", member."userId" LIMIT 1
    ) AS present ON true
    CROSS JOIN unnest(${VISITOR_UPDATES}::text[]) AS told(event)
    JOIN "WebhookEndpoint" endpoint ON ${isActive} AND ${isSubscribed(Prisma.sql`upper(told.event)`)}
    WHERE taken.kind = 'VISITOR_UPDATED' AND NOT coalesce(taken.data ?| ${UNTOLD}, false) AND NOT EXISTS (
      SELECT FROM "OutboxItem" waiting
      WHERE waiting.lane = ${waitingLane} AND waiting.state = 'PENDING'
        AND waiting.event = told.event AND waiting.payload IS NULL AND waiting."claimedUntil" IS NULL
        AND waiting.data->>'operatorId' IS NOT DISTINCT FROM present."operatorId"::text
      FOR UPDATE SKIP LOCKED)`,
  data: Prisma.sql`jsonb_build_object('operatorId', made."operatorId")`,
  delayMs: Prisma.sql`${UPDATE_DELAY_MS}::int`,
}

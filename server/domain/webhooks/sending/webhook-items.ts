import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { EVENT_OF_STATE, STATUS_OF_STATE } from '../../calls/call-state.ts'
import { WEBHOOK } from './webhook.ts'

/** Changes of a visitor within this time are one event. */
const UPDATE_DELAY_MS = 1_000

/** Changes that came of an endpoint's answer are not told: the answer to that would come of it in turn. */
const isToldChange = Prisma.sql`taken.kind = 'VISITOR_UPDATED' AND NOT coalesce(taken.data ? 'webhookEndpointId', false)`

const callKinds = Object.values(EVENT_OF_STATE)

/** The call of an item as it is now, while its row is locked (payloads/told-fields.ts). */
const callData = Prisma.sql`(
  SELECT jsonb_build_object('agentId', call."operatorId", 'channelId', call."channelId", 'visitorId', call."visitorId",
    'call', jsonb_build_object('type', lower(call.type::text), 'phone', call.phone,
      'status', ${JSON.stringify(STATUS_OF_STATE)}::jsonb ->> call.state::text, 'reason', call.reason,
      'recordUrl', call."recordUrl"))
  FROM "Call" call WHERE call.id = made."subjectId")`

/** The chat that an event is told with: its own, or the visitor's open one. */
const chatId = Prisma.sql`coalesce(taken."chatId", CASE WHEN taken.kind = 'VISITOR_UPDATED' THEN (
  SELECT open.id FROM "Chat" open WHERE open."visitorId" = taken."subjectId" AND open.status <> 'CLOSED') END)`

/** What follows from each event of the log (contract, part 6.3). */
const toldEvents = Prisma.sql`unnest(CASE
  WHEN taken.kind = 'CHAT_ACCEPTED' THEN ARRAY['CHAT_ACCEPTED']
  WHEN taken.kind = 'CHAT_CLOSED' THEN ARRAY['CHAT_FINISHED']
  WHEN taken.kind = 'CRM_CARD_ASSIGNED' THEN ARRAY['CHAT_ASSIGNED']
  WHEN taken.kind::text = ANY(${callKinds}) THEN ARRAY['CALL_EVENT']
  WHEN taken.kind = 'MESSAGE_CREATED' AND taken.author <> 'SYSTEM' THEN ARRAY['MESSAGE_CREATED']
  WHEN ${isToldChange} AND taken.status IS DISTINCT FROM 'CLOSED' THEN ARRAY['CHAT_UPDATED', 'CLIENT_UPDATED']
END)`

/**
 * What endpoints are told. A change of a visitor joins an event that waits: it takes a lock, so that whoever claims the
 * event meanwhile reads the visitor after this transaction; an event that somebody has claimed already is not joined.
 * Events of a call without a chat have a lane of their own.
 */
export const webhookItems: OutboxConsumer = {
  kind: WEBHOOK,
  takes: [
    'CHAT_ACCEPTED',
    'CHAT_CLOSED',
    'CRM_CARD_ASSIGNED',
    'MESSAGE_CREATED',
    'VISITOR_UPDATED',
    ...callKinds,
  ],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", about."chatId", taken."messageId",
           endpoint.id || ':' || coalesce(about."chatId", taken."subjectId") AS lane, endpoint.id AS "receiverId", lower(told.event) AS event, taken."subjectId", taken.data
    FROM taken
    CROSS JOIN LATERAL ${toldEvents} AS told(event)
    CROSS JOIN LATERAL (SELECT ${chatId} AS "chatId") AS about
    JOIN "WebhookEndpoint" endpoint ON endpoint."accountId" = taken."accountId" AND endpoint.enabled
      AND endpoint."deletedAt" IS NULL AND CASE WHEN told.event = 'CHAT_ASSIGNED' THEN endpoint.id = taken."subjectId"
        ELSE told.event = ANY(endpoint.events::text[])
          AND (endpoint."allChannels" OR taken."channelId" = ANY(endpoint."channelIds")) END
    WHERE (about."chatId" IS NOT NULL OR told.event = 'CALL_EVENT') AND NOT (told.event IN ('CHAT_UPDATED', 'CLIENT_UPDATED') AND EXISTS (
      SELECT FROM "OutboxItem" waiting
      WHERE waiting.lane = ${`${WEBHOOK}:`} || endpoint.id || ':' || about."chatId" AND waiting.state = 'PENDING'
        AND waiting.event = lower(told.event) AND waiting.payload IS NULL AND waiting."claimedUntil" IS NULL
      FOR UPDATE SKIP LOCKED))`,
  data: Prisma.sql`CASE made.event
    WHEN 'chat_accepted' THEN jsonb_build_object('agentId', made."subjectId")
    WHEN 'chat_assigned' THEN made.data
    WHEN 'call_event' THEN ${callData} END`,
  callId: Prisma.sql`CASE made.event WHEN 'call_event' THEN made."subjectId" END`,
  delayMs: Prisma.sql`CASE WHEN made.event IN ('chat_updated', 'client_updated') THEN ${UPDATE_DELAY_MS}::int ELSE 0 END`,
}

import { botEventItems } from '../domain/bots/outgoing/bot-event-items.ts'
import { callOrderItems } from '../domain/calls/orders/call-order-items.ts'
import { clientReplyItems } from '../domain/deliveries/client-reply-items.ts'
import { chatLogItems } from '../domain/mail/chat-log-items.ts'
import { webhookItems } from '../domain/webhooks/sending/webhook-items.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { uuidv7Sql } from '../uuid.ts'
import type { LoggedKind } from './kinds.ts'
import type { OutboxConsumer } from './outbox-consumer.ts'

/**
 * Who takes an event besides the live screens, which get every one after the commit (announce.ts). Items are stored by
 * the statement that stores the event, while the chat's row is locked: two events of one chat are queued in their order.
 */
export const outboxConsumers: OutboxConsumer[] = [
  botEventItems,
  clientReplyItems,
  webhookItems,
  callOrderItems,
  chatLogItems,
]

const NO_DATA = Prisma.sql`NULL::jsonb`
const NO_CALL = Prisma.sql`NULL::uuid`
const NO_DELAY = Prisma.sql`0`

/**
 * The INSERT of the items that follow from the events in the CTE `taken`, which are of these kinds; it returns their
 * lanes and chats.
 */
export function insertItems(kinds: readonly LoggedKind[]): Prisma.Sql {
  const consumers = outboxConsumers.filter(({ takes }) => kinds.some((kind) => takes.includes(kind)))
  if (consumers.length === 0) return Prisma.sql`SELECT NULL::text AS lane, NULL::uuid AS "chatId" WHERE false`
  const selected = consumers.map(
    ({ kind, items, data = NO_DATA, callId = NO_CALL, delayMs = NO_DELAY }) => Prisma.sql`
      SELECT ${kind}::text AS kind, made.place, made."accountId", made."chatId", made."messageId", made.lane,
             made."receiverId", made.event, ${callId} AS "callId", ${data} AS data, ${delayMs} AS "delayMs"
      FROM (${items}) AS made`,
  )
  return Prisma.sql`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId", "callId", event, data, "nextAttemptAt")
    SELECT ${uuidv7Sql}, "accountId", kind, kind || ':' || lane, "receiverId", "chatId", "messageId", "callId", event, data,
           now() + "delayMs" * interval '1 ms'
    FROM (${Prisma.join(selected, ' UNION ALL ')}) AS made
    ORDER BY place
    RETURNING lane, "chatId"`
}

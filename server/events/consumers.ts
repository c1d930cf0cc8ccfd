import { botEventItems } from '../domain/bots/outgoing/bot-event-items.ts'
import { callOrderItems } from '../domain/calls/orders/call-order-items.ts'
import { clientReplyItems } from '../domain/deliveries/client-reply-items.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { uuidv7Sql } from '../uuid.ts'
import type { OutboxConsumer } from './outbox-consumer.ts'

/**
 * Who takes an event besides the live screens, which get every one after the commit (announce.ts). Items are stored by
 * the statement that stores the event, while the chat's row is locked: two events of one chat are queued in their order.
 */
export const outboxConsumers: OutboxConsumer[] = [botEventItems, clientReplyItems, callOrderItems]

/** The INSERT of the items that follow from the events in the CTE `taken`; it returns their lanes and chats. */
export function insertItems(): Prisma.Sql {
  const selected = outboxConsumers.map(
    ({ kind, items }) => Prisma.sql`SELECT ${kind}::text AS kind, made.* FROM (${items}) AS made`,
  )
  return Prisma.sql`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId", event)
    SELECT ${uuidv7Sql}, "accountId", kind, kind || ':' || lane, "receiverId", "chatId", "messageId", event
    FROM (${Prisma.join(selected, ' UNION ALL ')}) AS made
    ORDER BY place
    RETURNING lane, "chatId"`
}

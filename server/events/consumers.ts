import { botEventItems } from '../domain/bots/outgoing/bot-event-items.ts'
import { clientMessageItems } from '../domain/bots/outgoing/client-message-items.ts'
import { callOrderItems } from '../domain/calls/orders/call-order-items.ts'
import { clientReplyItems } from '../domain/deliveries/client-reply-items.ts'
import { chatLogItems } from '../domain/mail/chat-log-items.ts'
import { callEventItems } from '../domain/webhooks/sending/call-event-items.ts'
import { messageItems } from '../domain/webhooks/sending/message-items.ts'
import { visitorUpdateItems } from '../domain/webhooks/sending/visitor-update-items.ts'
import { webhookItems } from '../domain/webhooks/sending/webhook-items.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { uuidv7Sql } from '../text/uuid.ts'
import { kindsAbout } from './kinds/event-kinds.ts'
import type { LoggedKind } from './kinds.ts'
import type { OutboxConsumer, StatementEvents } from './outbox-consumer.ts'

/**
 * The consumers of events other than live screens, which get every event after the commit (announce.ts). Items are
 * stored by the statement that stores the event, while the chat's row is locked: two events of one chat are queued in
 * their order.
 */
export const outboxConsumers: OutboxConsumer[] = [
  clientMessageItems,
  botEventItems,
  clientReplyItems,
  messageItems,
  webhookItems,
  visitorUpdateItems,
  callEventItems,
  callOrderItems,
  chatLogItems,
]

const NO_DATA = Prisma.sql`NULL::jsonb`
const NO_DELAY = Prisma.sql`0`

/** What an item can be about other than a chat, and is deleted with: the subject of events of these kinds. */
const subjects: { column: string; kinds: readonly LoggedKind[] }[] = [
  { column: 'callId', kinds: kindsAbout('CALL') },
  { column: 'offlineMessageId', kinds: kindsAbout('OFFLINE_MESSAGE') },
]

/**
 * The INSERT of the items that follow from the events in the CTE `taken`, the ones that are being stored; it returns
 * their lanes and chats. It contains as little as the kinds of events allow: each column costs time for every message.
 */
export function insertItems(storing: StatementEvents): Prisma.Sql {
  const consumers = outboxConsumers.filter((consumer) => mayTake(consumer, storing))
  if (consumers.length === 0) return Prisma.sql`SELECT NULL::text AS lane, NULL::uuid AS "chatId" WHERE false`
  const about = subjects.filter(({ kinds }) => storing.kinds.some((kind) => kinds.includes(kind)))
  const aboutColumns = Prisma.raw(about.map(({ column }) => `, "${column}"`).join(''))
  const aboutValues = about.map(
    ({ column, kinds }) => Prisma.sql`,
             (SELECT event."subjectId" FROM taken event
              WHERE event.place = made.place AND event.kind::text = ANY(${kinds as LoggedKind[]}::text[])) AS ${Prisma.raw(`"${column}"`)}`,
  )
  const selected = consumers.map(
    ({ kind, items, data = NO_DATA, delayMs = NO_DELAY }) => Prisma.sql`
      SELECT ${Prisma.raw(`'${kind}'`)} AS kind, made.place, made."accountId", made."chatId", made."messageId", made.lane,
             made."receiverId", made.event, ${data} AS data, ${delayMs} AS "delayMs"${joined(aboutValues)}
      FROM (${items}) AS made`,
  )
  return Prisma.sql`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId", event, data,
      "nextAttemptAt"${aboutColumns})
    SELECT ${uuidv7Sql}, "accountId", kind, kind || ':' || lane, "receiverId", "chatId", "messageId", event, data,
           now() + "delayMs" * interval '1 ms'${aboutColumns}
    FROM (${Prisma.join(selected, ' UNION ALL ')}) AS made
    ${storing.kinds.length > 1 ? Prisma.sql`ORDER BY place` : Prisma.empty}
    RETURNING lane, "chatId"`
}

/** Which of these kinds of events have a consumer. */
export function takenKinds(kinds: readonly LoggedKind[]): LoggedKind[] {
  return kinds.filter((kind) => outboxConsumers.some(({ takes }) => takes.includes(kind)))
}

function mayTake({ takes, authors }: OutboxConsumer, { kinds, author }: StatementEvents): boolean {
  return kinds.some(
    (kind) =>
      takes.includes(kind) && (kind !== 'MESSAGE_CREATED' || !author || !authors || authors.includes(author)),
  )
}

function joined(parts: Prisma.Sql[]): Prisma.Sql {
  return parts.length > 0 ? Prisma.join(parts, '') : Prisma.empty
}

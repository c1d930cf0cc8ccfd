import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { authorsOf, isEntrySql } from '../../messages/entries/is-entry.ts'
import { isActive, isSubscribed } from './is-subscribed.ts'
import { WEBHOOK } from './webhook.ts'
import { extraSuffix } from './webhook-lanes.ts'

/** The items for messages (contract, part 6.3). Short, because every message runs it. */
export const messageItems: OutboxConsumer = {
  kind: WEBHOOK,
  takes: ['MESSAGE_CREATED'],
  authors: authorsOf('inWebhooks'),
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", taken."messageId", endpoint.id || ':' || taken."chatId" || ${extraSuffix} AS lane,
           endpoint.id AS "receiverId", 'message_created' AS event
    FROM taken JOIN "WebhookEndpoint" endpoint ON ${isActive} AND ${isSubscribed(Prisma.sql`'MESSAGE_CREATED'`)}
    WHERE taken.kind = 'MESSAGE_CREATED' AND ${isEntrySql('taken', 'inWebhooks')}`,
}

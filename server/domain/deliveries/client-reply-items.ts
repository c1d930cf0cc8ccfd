import type { OutboxConsumer } from '../../events/outbox-consumer.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { isDelivered } from '../channels/kinds/render-for-channel.ts'
import { authorsOf, isEntrySql } from '../messages/entries/is-entry.ts'
import { CLIENT_REPLY } from './client-reply.ts'

/** Replies go to the client, as far as the channel can show them, in the visitor's lane. */
export const clientReplyItems: OutboxConsumer = {
  kind: CLIENT_REPLY,
  takes: ['MESSAGE_CREATED'],
  authors: authorsOf('isReply'),
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", taken."messageId", taken."visitorId"::text AS lane,
           taken."channelId" AS "receiverId", NULL::text AS event
    FROM taken JOIN "Channel" channel ON channel.id = taken."channelId"
    WHERE taken.kind = 'MESSAGE_CREATED' AND ${isEntrySql('taken', 'isReply')}
      AND ${isDelivered(Prisma.sql`channel.kind`, Prisma.sql`taken`)}`,
}

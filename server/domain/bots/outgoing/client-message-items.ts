import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { authorsOf, isEntrySql } from '../../messages/entries/is-entry.ts'
import { hearingBot } from '../handover/bot-hears.ts'
import { BOT_EVENT } from './bot-event.ts'

/**
 * A visitor's message goes to the bot that answers (contract, part 6.2). It is queued even for a bot that is switched
 * off: the attempt then hands the chat over to the operators.
 */
export const clientMessageItems: OutboxConsumer = {
  kind: BOT_EVENT,
  takes: ['MESSAGE_CREATED'],
  authors: authorsOf('botEvent', 'CLIENT_MESSAGE'),
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", taken."messageId", taken."chatId"::text AS lane,
           taken."botId" AS "receiverId", 'CLIENT_MESSAGE' AS event
    FROM taken
    WHERE taken.kind = 'MESSAGE_CREATED' AND ${isEntrySql('taken', 'botEvent', 'CLIENT_MESSAGE')} AND taken."botId" IS NOT NULL AND ${hearingBot}`,
}

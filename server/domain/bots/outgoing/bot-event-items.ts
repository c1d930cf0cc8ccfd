import type { OutboxConsumer } from '../../../events/outbox-consumer.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { authorsOf, isEntrySql } from '../../messages/entries/is-entry.ts'
import { BOT_EVENT, NOBODY_THERE } from './bot-event.ts'

/**
 * The events that the bot of a chat gets beside the visitor's messages (contract, part 6.2). It learns that nobody is
 * there when the chat is handed over, when it invites again (`takeInvitation`), and when everybody has left
 * (`continueBots`). The last two are only for providers with the profile `current`.
 */
export const botEventItems: OutboxConsumer = {
  kind: BOT_EVENT,
  takes: ['MESSAGE_CREATED', 'CHAT_ACCEPTED', 'CHAT_HANDED_OFF', 'CHAT_UPDATED', 'CHAT_CLOSED'],
  authors: authorsOf('botEvent', 'AGENT_MESSAGE'),
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", taken."messageId", taken."chatId"::text AS lane,
           taken."botId" AS "receiverId", told.event
    FROM taken, LATERAL (SELECT CASE
      WHEN taken.kind = 'CHAT_ACCEPTED' THEN 'AGENT_JOINED'
      WHEN (taken.kind = 'CHAT_HANDED_OFF' OR taken.kind = 'CHAT_UPDATED' AND taken.data @> ${JSON.stringify(NOBODY_THERE)}::jsonb)
        AND taken.status = 'QUEUED' AND taken."agentUnavailableAt" IS NOT NULL THEN 'AGENT_UNAVAILABLE'
      WHEN taken.kind = 'CHAT_CLOSED' THEN 'CHAT_CLOSED'
      WHEN taken.kind = 'MESSAGE_CREATED' AND ${isEntrySql('taken', 'botEvent', 'AGENT_MESSAGE')} THEN 'AGENT_MESSAGE'
    END AS event) AS told
    WHERE taken."botId" IS NOT NULL AND told.event IS NOT NULL AND EXISTS (
      SELECT FROM "Bot" b JOIN "BotProvider" p ON p.id = b."providerId"
      WHERE b.id = taken."botId" AND b.enabled AND b."deletedAt" IS NULL
        AND (told.event NOT IN ('CHAT_CLOSED', 'AGENT_MESSAGE') OR p.profile = 'CURRENT'))`,
}

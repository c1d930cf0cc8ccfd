import type { Prisma } from '../generated/prisma/client.ts'

/**
 * An outbox kind that makes items of events. `items` is a SELECT from `taken`, the events that are being stored: one row
 * for each with `place` (their order), `kind`, `accountId`, `channelId`, `chatId`, `messageId` and `subjectId`; of the chat
 * `visitorId`, `botId`, `status` and `agentUnavailableAt`; of the message `author`, `type` and `text`. It returns, in this
 * order, `place`, `accountId`, `chatId`, `messageId`, the `lane` (whose order counts), `receiverId` and `event` (what is
 * told).
 */
export interface OutboxConsumer {
  kind: string
  items: Prisma.Sql
}

import type { MessageAuthor, Prisma } from '../generated/prisma/client.ts'
import type { LoggedKind } from './kinds.ts'

/** The events that a statement stores, as far as known when it is written, so that less of it is planned and run. */
export interface StatementEvents {
  kinds: readonly LoggedKind[]
  /** The author of the message of a MESSAGE_CREATED. */
  author?: MessageAuthor
}

/**
 * An outbox kind that creates items from events. `items` is a SELECT from `taken`, the events that are being stored:
 * one row for each with `place` (their order), `kind`, `accountId`, `channelId`, `chatId` and `messageId`; of the
 * chat `visitorId`, `botId`, `status` and `agentUnavailableAt`; of the message `author`, `type` and `text`; and what
 * else the event says, `subjectId` and `data`. It returns `place`, `accountId`, `chatId`, `messageId`, the `lane`
 * (whose order counts), `receiverId` and `event` (its name for the receiver).
 */
export interface OutboxConsumer {
  kind: string
  /** Only a statement that stores an event of one of these kinds contains `items`. */
  takes: readonly LoggedKind[]
  /** Of MESSAGE_CREATED, only messages of these authors are taken; those of everybody when it is not given. */
  authors?: readonly MessageAuthor[]
  items: Prisma.Sql
  /** The item's `data`: an expression on a row of `items`, which is called `made`. */
  data?: Prisma.Sql
  /** How long the item waits at least, in milliseconds: an expression on `made`. */
  delayMs?: Prisma.Sql
}

import { type ColumnTypes, columnList } from '../../../database/column-list.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { contentHash } from './content-hash.ts'
import type { IncomingEvent } from './incoming-event.ts'
import type { BotInbound } from './read-bot-event.ts'

/** A bot's reply, as it came. */
export type BotReply = IncomingEvent<Extract<BotInbound, { kind: 'BOT_MESSAGE' }>> & {
  /** The event in whose answer's body it came; null for one that was posted. */
  answeredId: string | null
}

/** What statements that show a bot's reply write to its log, in columns whose names occur in no table. */
interface LoggedReply {
  logged_id: string
  /** JSON as text, because a JSON string is not its own text. */
  logged_body: string
  /** As PostgreSQL reads it. */
  logged_contentHash: string
  logged_replyId: string | null
  logged_answeredId: string | null
  logged_note: string | null
}

/** The types of these columns in PostgreSQL. */
export const loggedTypes: ColumnTypes<keyof LoggedReply> = {
  logged_id: 'uuid',
  logged_body: 'text',
  logged_contentHash: 'bytea',
  logged_replyId: 'text',
  logged_answeredId: 'uuid',
  logged_note: 'text',
}

/** The columns, each after a comma. */
export const loggedColumns = Prisma.sql`, ${columnList(Object.keys(loggedTypes))}`

export function loggedReply({ event, body, answeredId }: BotReply): LoggedReply {
  return {
    logged_id: uuidv7(),
    logged_body: JSON.stringify(body),
    logged_contentHash: `\\x${contentHash(event.draft).toString('hex')}`,
    logged_replyId: event.replyId,
    logged_answeredId: answeredId,
    logged_note: event.note,
  }
}

/** Logs that what is said in each `chat` came from its bot; `value` gives the columns. */
export function insertedReply(
  value: (column: keyof LoggedReply) => Prisma.Sql,
  messageId: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`
  incoming AS (
    INSERT INTO "IncomingBotEvent" (id, "accountId", "botId", "chatId", "messageId", kind, body, "contentHash", "replyId",
                                    "answeredId", state, note)
    SELECT ${value('logged_id')}, "accountId", "botId", id, ${messageId}, 'BOT_MESSAGE', ${value('logged_body')}::jsonb,
           ${value('logged_contentHash')}, ${value('logged_replyId')}, ${value('logged_answeredId')}, 'RECEIVED',
           ${value('logged_note')}
    FROM chat
  )`
}

import { type BotEvent, Prisma } from '../../../generated/prisma/client.ts'
import { uuidv7 } from '../../../uuid.ts'
import { botHearsSql } from '../handover/bot-hears.ts'

/** The part of an outgoing event's row that is known before its chat is. */
export function clientMessageEvent(): Pick<BotEvent, 'id' | 'direction' | 'kind' | 'state'> {
  return { id: uuidv7(), direction: 'OUT', kind: 'CLIENT_MESSAGE', state: 'PENDING' }
}

/** Queues the visitor's message of each `chat` (see `movedChat`) for the bot that hears it. */
export const queuedClientMessage = Prisma.sql`
  bot_event AS (
    INSERT INTO "BotEvent" (id, direction, kind, state, "accountId", "botId", "chatId", "messageId")
    SELECT sent.id, sent.direction, sent.kind, sent.state, c."accountId", c."botId", c.id,
           (c.parcel -> 'message' ->> 'id')::uuid
    FROM chat c, jsonb_populate_record(NULL::"BotEvent", c.parcel -> 'botEvent') sent
    WHERE ${botHearsSql}
    RETURNING "chatId"
  )`

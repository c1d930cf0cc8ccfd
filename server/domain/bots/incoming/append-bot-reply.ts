import { queryDirect } from '../../../database/query-direct.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { type AppendedRow, readAppended } from '../../messages/append-result.ts'
import { insertedMessage, messageOf, movedChat, selectAppended } from '../../messages/append-sql.ts'
import { messageEvent } from '../../messages/message-event.ts'
import { messageRow } from '../../messages/message-row.ts'
import { saidInParameters, saidMessage } from '../../messages/said-message.ts'
import { readNumber } from '../../read-number.ts'
import { hearingBot } from '../handover/bot-hears.ts'
import { LAST_REPEAT_GRACE_MS } from '../outgoing/bot-event.ts'
import { contentHash } from './content-hash.ts'
import { askedLately } from './find-repetition.ts'
import type { IncomingEvent } from './incoming-event.ts'

/**
 * The fast path, for nearly every reply of a bot: it names a chat that the bot has, it has a plain text, so
 * that every channel can show it, and recently no answer of the bot in that chat was lost or contained a
 * reply. One statement: a bot is answered quickly even while many others are being waited for. Returns false
 * when the slow path must be taken.
 */
export async function appendBotReply(services: Services, incoming: IncomingEvent): Promise<boolean> {
  const { bot, event, body } = incoming
  const { id: botId, accountId } = bot
  if (event.kind !== 'BOT_MESSAGE' || event.draft.text === null) return false
  const { replyId, note, target, draft } = event
  const number = readNumber(target.chatId ?? '')
  if (number === null) return false
  const message = messageRow({ author: 'BOT', ...draft })
  const columns = saidMessage(message)
  const said = saidInParameters((column) => columns[column], 'BOT')
  const since = new Date(Date.now() - LAST_REPEAT_GRACE_MS)
  const [row] = await queryDirect<AppendedRow>(
    services.pool,
    Prisma.sql`
    WITH picked AS (
      SELECT c.id AS "chatId"
      FROM "Chat" c
      WHERE c.number = ${number} AND c."accountId" = ${accountId}::uuid AND c."botId" = ${botId}::uuid
        AND ${hearingBot}
        AND (${replyId}::text IS NULL OR c."botAnsweredAt" IS NULL OR c."botAnsweredAt" < ${since})
        AND NOT EXISTS (
          SELECT FROM "OutboxItem" item JOIN "OutboxAttempt" attempt ON attempt."itemId" = item.id
          WHERE item."chatId" = c.id AND ${askedLately(since)} AND attempt."answerLost")
      FOR NO KEY UPDATE
    ), ${movedChat(said)}, ${insertedMessage(said)}, incoming AS (
      INSERT INTO "IncomingBotEvent" (id, "accountId", "botId", "chatId", "messageId", kind, body, "contentHash",
                                      "replyId", state, note)
      SELECT ${uuidv7()}::uuid, "accountId", "botId", id, ${message.id}::uuid, ${event.kind},
             ${JSON.stringify(body)}::jsonb, ${contentHash(draft)}, ${replyId}, 'RECEIVED', ${note}
      FROM chat
    )
    ${selectAppended}`,
  )
  if (!row) return false
  const chat = readAppended(row)
  services.announcer.announce([messageEvent(messageOf(message, chat), chat)])
  return true
}

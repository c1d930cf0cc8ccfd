import { queryDirect } from '../../../database/query-direct.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { type AppendedRow, readAppended } from '../../messages/append-result.ts'
import { insertedMessage, messageOf, movedChat, selectAppended } from '../../messages/append-sql.ts'
import { messageEvent } from '../../messages/message-event.ts'
import { messageRow } from '../../messages/message-row.ts'
import { saidInParameters, saidMessage } from '../../messages/said-message.ts'
import { readNumber } from '../../read-number.ts'
import { hearingBot } from '../handover/bot-hears.ts'
import { LAST_REPEAT_GRACE_MS } from '../outgoing/bot-event.ts'
import { before, noAnswerLost } from './find-repetition.ts'
import type { IncomingEvent } from './incoming-event.ts'
import { insertedReply, loggedReply, loggedTypes } from './logged-reply.ts'

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
  const { replyId, target, draft } = event
  const number = readNumber(target.chatId ?? '')
  if (number === null) return false
  const message = messageRow({ author: 'BOT', ...draft })
  const columns = saidMessage(message)
  const said = saidInParameters((column) => columns[column], 'BOT')
  const logged = loggedReply({ bot, event, body, answeredId: null })
  const since = before(LAST_REPEAT_GRACE_MS)
  const [row] = await queryDirect<AppendedRow>(
    services.pool,
    Prisma.sql`
    WITH picked AS (
      SELECT c.id AS "chatId"
      FROM "Chat" c
      WHERE c.number = ${number} AND c."accountId" = ${accountId}::uuid AND c."botId" = ${botId}::uuid
        AND ${hearingBot}
        AND (${replyId}::text IS NULL OR c."botAnsweredAt" IS NULL OR c."botAnsweredAt" < ${since})
        AND ${noAnswerLost(since)}
      FOR NO KEY UPDATE
    ), ${movedChat(said)}, ${insertedMessage(said)},
    ${insertedReply((column) => Prisma.sql`${logged[column]}::${Prisma.raw(loggedTypes[column])}`, said.value('said_id'))}
    ${selectAppended}`,
  )
  if (!row) return false
  const chat = readAppended(row)
  services.announcer.announce([messageEvent(messageOf(message, chat), chat)])
  return true
}

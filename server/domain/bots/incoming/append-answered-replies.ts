import type { Pool } from '../../../database/client.ts'
import { definedColumns } from '../../../database/column-list.ts'
import { queryDirect } from '../../../database/query-direct.ts'
import type { RecordedEvent } from '../../../events/record.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import {
  type AttemptWrite,
  changedItems,
  hasOthers,
  lockedItems,
  loggedAttempts,
} from '../../../outbox/write-attempts.ts'
import { type AppendResult, type ResultInJson, readResult } from '../../messages/append-result.ts'
import { appendedRows, insertedMessage, messageOf, movedChat } from '../../messages/append-sql.ts'
import { messageEvent } from '../../messages/message-event.ts'
import type { MessageRow } from '../../messages/message-row.ts'
import { type Said, saidInColumns, saidMessage, saidTypes } from '../../messages/said-message.ts'
import { hearingBot } from '../handover/bot-hears.ts'
import { BOT_EVENT, LAST_REPEAT_GRACE_MS } from '../outgoing/bot-event.ts'
import { before, noAnswerLost } from './find-repetition.ts'
import { type BotReply, insertedReply, loggedColumns, loggedReply, loggedTypes } from './logged-reply.ts'

/** A reply in the body of a bot's answer, and the attempt that was answered. */
export interface AnsweredReply {
  reply: BotReply
  /** The message that it becomes. */
  row: MessageRow
  chatId: string
  write: AttemptWrite
}

/** A reply that was appended. */
export interface AppendedReply {
  /** To be announced. */
  event: RecordedEvent
  /** There are more items in the lane of the attempt. */
  hasMore: boolean
}

const replyTypes = {
  given_chatId: 'uuid',
  given_botId: 'uuid',
  given_askedAt: 'timestamptz',
  ...saidTypes,
  ...loggedTypes,
}
const inColumns = saidInColumns('BOT')
const said: Said = { ...inColumns, carried: Prisma.sql`${inColumns.carried}${loggedColumns}` }
/** As `lockItems`: several do not wait for one. */
const SKIP_LOCKED = Prisma.sql`SKIP LOCKED`
const HEARD = Prisma.sql`heard`
const CHANGED = Prisma.sql`changed`

/**
 * Records attempts together with the replies in the bodies of their answers, in one statement. Each bot must still have
 * its chat, and none of the answers to what it was asked may have been lost. If the bot gave its reply an id, it has
 * not come with another request either: one that is posted at the same moment changes the chat's revision, or finds
 * `botAnsweredAt`. For a reply of which this is not true nothing is written at all, and it has no result. Results are
 * in the order of the replies.
 */
export async function appendAnsweredReplies(
  pool: Pool,
  replies: readonly AnsweredReply[],
): Promise<(AppendedReply | undefined)[]> {
  const writes = replies.map(({ write }) => write)
  const rows = await queryDirect<{ appended: ResultInJson & { hasMore: boolean } }>(
    pool,
    Prisma.sql`
    WITH ${lockedItems(writes)}, heard AS MATERIALIZED (
      SELECT free.id, c.id AS "chatId"${said.carried}
      FROM (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(replies.map(given))}::jsonb) AS given(${definedColumns(replyTypes)})
        LIMIT ${replies.length}) given
      JOIN free ON free.id = "logged_answeredId"
      JOIN "Chat" c ON c.id = "given_chatId" AND c."botId" = "given_botId" AND ${hearingBot}
        AND ${noAnswerLost(before(LAST_REPEAT_GRACE_MS))}
        AND ("logged_replyId" IS NULL
          OR c.revision = (SELECT seen.revision FROM "Chat" seen WHERE seen.id = c.id) AND NOT EXISTS (
            SELECT FROM "IncomingBotEvent" earlier
            WHERE earlier."chatId" = c.id AND earlier."createdAt" >= "given_askedAt"
              AND earlier."replyId" = "logged_replyId"))
      FOR NO KEY UPDATE OF c ${replies.length > 1 ? SKIP_LOCKED : Prisma.empty}
    ), ${changedItems(HEARD)}, ${loggedAttempts(writes, CHANGED)}, picked AS (
      SELECT "chatId"${said.carried} FROM heard JOIN changed USING (id)
    ), ${movedChat(said, answeredNow())}, ${insertedMessage(said)},
    ${insertedReply((column) => Prisma.raw(`"${column}"`), said.value('said_id'))}
    ${appendedRows(Prisma.sql`, ${othersWait} AS "hasMore"`)}`,
  )
  const appended = new Map(rows.map(({ appended }) => [appended.messageId, appended]))
  return replies.map(({ row }) => {
    const json = appended.get(row.id)
    if (!json) return undefined
    const result: AppendResult = readResult(json)
    return { event: messageEvent(messageOf(row, result), result), hasMore: json.hasMore }
  })
}

function given({ reply, row, chatId, write }: AnsweredReply): object {
  return {
    given_chatId: chatId,
    given_botId: reply.bot.id,
    given_askedAt: write.item.startedAt,
    ...saidMessage(row),
    ...loggedReply(reply),
  }
}

/** What a reply that is posted at the same moment looks at; see `appendBotReply`. */
function answeredNow(): Prisma.Sql {
  return Prisma.sql`,
    "botAnsweredAt" = CASE WHEN "logged_replyId" IS NULL THEN c."botAnsweredAt" ELSE ${new Date()} END`
}

const othersWait = hasOthers({
  lane: Prisma.sql`${BOT_EVENT} || ':' || chat.id`,
  id: Prisma.sql`"logged_answeredId"`,
})

import { columnList } from '../../database/column-list.ts'
import { insertItems, takenKinds } from '../../events/consumers.ts'
import { isHeardByVisitor } from '../../events/heard-by-visitor.ts'
import type { LoggedKind } from '../../events/kinds.ts'
import { type Message, Prisma } from '../../generated/prisma/client.ts'
import { activityColumns, nextActivity } from '../chats/next-activity.ts'
import type { AppendResult } from './append-result.ts'
import { actorTypeSql, isEntrySql } from './entries/is-entry.ts'
import { type MessageRow, messageColumns, messageValues, storedMessage } from './message-row.ts'
import type { Said } from './said-message.ts'

/** The columns of a written chat that the statements below need; all columns would take longer. */
export function chatColumns(alias: 'c' | 'opened'): Prisma.Sql {
  const columns = ['id', 'accountId', 'channelId', 'visitorId', 'botId', 'status', 'agentUnavailableAt']
  return Prisma.sql`${columnList(columns, alias)}, ${activityColumns}`
}

/**
 * For the "chatId" of each `picked`: the chat's next sequence number, revision and preview, as `chat`. `further` is what else
 * changes, after a comma.
 */
export function movedChat(said: Said, further = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
  chat AS (
    UPDATE "Chat" c SET (${activityColumns}) = (${nextActivity(said)})${further}
    FROM picked
    WHERE c.id = picked."chatId"
    RETURNING ${chatColumns('c')}${said.carried}
  )`
}

/**
 * What is said in each `chat`, its event, and the resulting outbox items, also those of `earlier` events that the statement
 * has stored. The event says the same as the announced one (`messageEvent`).
 */
export function insertedMessage(said: Said, earlier: readonly LoggedKind[] = []): Prisma.Sql {
  const { author, value } = said
  // Only unknown values cost time: PostgreSQL treats the others as constants and simplifies accordingly.
  const by = author ? Prisma.raw(`'${author}'`) : Prisma.sql`${value('said_author')}::text`
  const entry = { author: author ? by : value('said_author'), type: value('said_type') }
  const writer = author ? by : actorTypeSql(entry)
  const kinds = [...takenKinds(earlier), 'MESSAGE_CREATED'] as const
  const taken = kinds.map((kind, place) =>
    takenEvent(kind, place, kind === 'MESSAGE_CREATED' ? { by, value } : null),
  )
  return Prisma.sql`
  message AS (
    INSERT INTO "Message" (${messageColumns})
    SELECT ${messageValues((column) => value(`said_${column}`))}
    FROM chat
  ), event AS (
    INSERT INTO "Event" ("accountId", kind, "actorType", "actorId", "channelId", "chatId", "messageId", "visitorId")
    SELECT chat."accountId", 'MESSAGE_CREATED', ${writer}::"ActorType", CASE ${writer}
             WHEN 'VISITOR' THEN chat."visitorId" WHEN 'BOT' THEN chat."botId"
             WHEN 'OPERATOR' THEN ${value('said_userId')} END,
           chat."channelId", chat.id, ${value('said_id')},
           CASE WHEN ${isHeardByVisitor('MESSAGE_CREATED', isEntrySql(entry, 'forVisitor'))} THEN chat."visitorId" END
    FROM chat
    RETURNING id, "chatId", "messageId"
  ), taken AS NOT MATERIALIZED (${Prisma.join(taken, ' UNION ALL ')}
  ), outgoing AS (${insertItems({ kinds, ...(author && { author }) })})`
}

/** An event of each `chat`, and its message if it has one, for the consumers of `insertItems`. */
function takenEvent(
  kind: LoggedKind,
  place: number,
  message: (Pick<Said, 'value'> & { by: Prisma.Sql }) | null,
): Prisma.Sql {
  const { by, value } = message ?? { by: NULL, value: () => NULL }
  return Prisma.sql`
    SELECT ${Prisma.raw(`${place} AS place, '${kind}'::"EventKind" AS kind`)}, chat."accountId", chat."channelId",
           chat.id AS "chatId", ${value('said_id')}::uuid AS "messageId", NULL::uuid AS "subjectId", NULL::jsonb AS data,
           chat."visitorId", chat."botId", chat.status, chat."agentUnavailableAt", ${by}::"MessageAuthor" AS author,
           ${value('said_type')}::"MessageType" AS type, ${value('said_text')}::text AS text
    FROM chat`
}

const NULL = Prisma.sql`NULL`

/** An `AppendedRow` of each `chat`. `further` is what else is wanted of it, after a comma. */
export function appendedRows(further = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
  SELECT row_to_json(appended) AS appended
  FROM (
    SELECT event."messageId", chat."accountId", chat."channelId", chat."visitorId", chat."botId",
           chat.id, chat.status::text AS status, ${activityColumns}, now()::timestamptz(3) AS "createdAt",
           event.id::text AS "eventId", ARRAY(SELECT lane FROM outgoing WHERE outgoing."chatId" = chat.id) AS lanes${further}
    FROM chat JOIN event ON event."chatId" = chat.id AND event."messageId" IS NOT NULL) appended`
}

/** The same without anything else. */
export const selectAppended = appendedRows()

/** The message as the statement stored it. */
export function messageOf(row: MessageRow, { accountId, id, lastSeq, createdAt }: AppendResult): Message {
  return storedMessage(row, { accountId, chatId: id, seq: lastSeq, createdAt })
}

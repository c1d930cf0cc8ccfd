import { insertItems } from '../../events/consumers.ts'
import { isHeardByVisitor } from '../../events/heard-by-visitor.ts'
import type { StatementEvents } from '../../events/outbox-consumer.ts'
import { eventColumns, eventRow, type NewEventRow } from '../../events/record.ts'
import { type Message, type MessageAuthor, Prisma } from '../../generated/prisma/client.ts'
import { activityColumns, nextActivity } from '../chats/next-activity.ts'
import type { AppendResult } from './append-result.ts'
import { messageCreated } from './message-event.ts'
import { type MessageRow, messageColumns, messageValues, storedMessage } from './message-row.ts'
import { previewOf } from './preview.ts'

/** A message as the statements below take it, as JSON. */
export interface Parcel {
  message: MessageRow
  /** For the list of chats; a notice does not change it. */
  preview: string | null
  /** That it was created. */
  event: NewEventRow
}

/** The message with its preview and the event that it was created. */
export function parcelOf(message: MessageRow, accountId: string): Parcel {
  return {
    message,
    preview: message.type === 'NOTICE' ? null : previewOf(message),
    event: eventRow(messageCreated(message, { accountId })),
  }
}

/** The columns of a written chat that the statements below need; all columns would take longer. */
export function chatColumns(alias: 'c' | 'opened'): Prisma.Sql {
  const columns = ['id', 'accountId', 'channelId', 'visitorId', 'botId', 'status', 'agentUnavailableAt']
  return Prisma.sql`${Prisma.raw(columns.map((column) => `${alias}."${column}"`).join(', '))}, ${activityColumns}`
}

/** For each `picked` ("chatId", parcel): the chat's next sequence number, revision and preview, as `chat`. */
export const movedChat = Prisma.sql`
  chat AS (
    UPDATE "Chat" c SET (${activityColumns}) = (${nextActivity})
    FROM picked
    WHERE c.id = picked."chatId"
    RETURNING ${chatColumns('c')}, picked.parcel
  )`

/** The message of each `chat`, by one author if given, its event, and the resulting outbox items. */
export function insertedMessage(author?: MessageAuthor): Prisma.Sql {
  const kind = Prisma.sql`'MESSAGE_CREATED'`
  // Only unknown values cost time: PostgreSQL treats the others as constants and simplifies accordingly.
  const told = Prisma.sql`
    SELECT 0 AS place, ${kind}::"EventKind" AS kind, chat."accountId", chat."channelId", chat.id AS "chatId",
           (parcel #>> '{message,id}')::uuid AS "messageId", NULL::uuid AS "subjectId", NULL::jsonb AS data,
           ${chatFields}, ${author ? Prisma.raw(`'${author}'`) : AUTHOR}::"MessageAuthor" AS author, ${messageFields}
    FROM chat`
  return Prisma.sql`${inserted({ said: SAID, kind })}, taken AS NOT MATERIALIZED (${told}), outgoing AS (
    ${insertItems({ kinds: ['MESSAGE_CREATED'], ...(author && { author }) })})`
}

/** The same with several events of each `chat`, in the order of a JSON array of `NewEventRow`s. */
export function insertedWith(events: Prisma.Sql, storing: StatementEvents): Prisma.Sql {
  const said = Prisma.sql`jsonb_populate_recordset(NULL::"Event", ${events})`
  return Prisma.sql`${inserted({ said, kind: Prisma.sql`said.kind` })}, taken AS (
    SELECT event.id AS place, event.kind, chat."accountId", chat."channelId", event."chatId", event."messageId",
           event."subjectId", event.data, ${chatFields}, ${AUTHOR}::"MessageAuthor" AS author, ${messageFields}
    FROM event JOIN chat ON chat.id = event."chatId"
  ), outgoing AS (${insertItems(storing)})`
}

const SAID = Prisma.sql`jsonb_populate_record(NULL::"Event", parcel -> 'event')`
const AUTHOR = Prisma.sql`(parcel #>> '{message,author}')`
const chatFields = Prisma.sql`chat."visitorId", chat."botId", chat.status, chat."agentUnavailableAt"`
const messageFields = Prisma.sql`(parcel #>> '{message,type}')::"MessageType" AS type, parcel #>> '{message,text}' AS text`

/** `said` are the events of a `chat`, with a known `kind` or their own. */
function inserted({ said, kind }: { said: Prisma.Sql; kind: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`
  message AS (
    INSERT INTO "Message" (${messageColumns})
    SELECT ${messageValues}
    FROM chat, jsonb_populate_record(NULL::"Message", parcel -> 'message') said
  ), event AS (
    INSERT INTO "Event" (${eventColumns}, "visitorId")
    SELECT chat."accountId", said.kind, said."actorType", CASE said."actorType"
             WHEN 'VISITOR' THEN chat."visitorId" WHEN 'BOT' THEN chat."botId" ELSE said."actorId" END,
           chat."channelId", chat.id, said."messageId", said."subjectId", said."userId", said.data,
           CASE WHEN ${isHeardByVisitor(kind, Prisma.sql`(parcel #>> '{message,type}')`)} THEN chat."visitorId" END
    FROM chat, ${said} said
    RETURNING id, kind, "chatId", "messageId", "subjectId", data
  )`
}

/** An `AppendedRow` of each `chat`. */
export const selectAppended = Prisma.sql`
  SELECT row_to_json(appended) AS appended
  FROM (
    SELECT event."messageId", chat."accountId", chat."channelId", chat."visitorId", chat."botId",
           chat.id, chat.status::text AS status, ${activityColumns}, now()::timestamptz(3) AS "createdAt",
           event.id::text AS "eventId", ARRAY(SELECT lane FROM outgoing WHERE outgoing."chatId" = chat.id) AS lanes
    FROM chat JOIN event ON event."chatId" = chat.id AND event."messageId" IS NOT NULL) appended`

/** The message as the statement stored it. */
export function messageOf({ message }: Parcel, { accountId, id, lastSeq, createdAt }: AppendResult): Message {
  return storedMessage(message, { accountId, chatId: id, seq: lastSeq, createdAt })
}

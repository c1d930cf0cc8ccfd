import { insertItems } from '../../events/consumers.ts'
import { isHeardByVisitor } from '../../events/heard-by-visitor.ts'
import type { Storing } from '../../events/outbox-consumer.ts'
import { eventColumns, eventRow, type NewEventRow } from '../../events/record.ts'
import { type Message, type MessageAuthor, Prisma } from '../../generated/prisma/client.ts'
import { activityColumns, nextActivity } from '../chats/next-activity.ts'
import type { Appended } from './appended.ts'
import { messageCreated } from './message-event.ts'
import { type MessageRow, messageColumns, storedMessage } from './message-row.ts'
import { previewOf } from './preview.ts'

/** A message as the statements below take it, as JSON. */
export interface Parcel {
  message: MessageRow
  /** For the list of chats, which a notice leaves as it is. */
  preview: string | null
  /** That it was created. */
  event: NewEventRow
}

export function parcelOf(message: MessageRow, accountId: string): Parcel {
  return {
    message,
    preview: message.type === 'NOTICE' ? null : previewOf(message),
    event: eventRow(messageCreated(message, { accountId })),
  }
}

/** For each `picked` ("chatId", parcel): the chat's next sequence number, revision and preview, as `chat`. */
export const movedChat = Prisma.sql`
  chat AS (
    UPDATE "Chat" c SET (${activityColumns}) = (${nextActivity})
    FROM picked
    WHERE c.id = picked."chatId"
    RETURNING c.*, picked.parcel
  )`

/** The message of each `chat`, by one author if it is given, its event, and what follows from that in the outbox. */
export function insertedMessage(author?: MessageAuthor): Prisma.Sql {
  const told = Prisma.sql`LATERAL (SELECT parcel -> 'event' AS said) told`
  return insertMessages(told, { kinds: ['MESSAGE_CREATED'], ...(author && { author }) })
}

/** The same with several events of each `chat`, in the order of a JSON array of `NewEventRow`s. */
export function insertedWith(events: Prisma.Sql, storing: Storing): Prisma.Sql {
  return insertMessages(Prisma.sql`jsonb_array_elements(${events}) AS told(said)`, storing)
}

function insertMessages(told: Prisma.Sql, storing: Storing): Prisma.Sql {
  const isHeard = isHeardByVisitor(
    Prisma.sql`(said ->> 'kind')`,
    Prisma.sql`(parcel -> 'message' ->> 'type')`,
  )
  return Prisma.sql`
  message AS (
    INSERT INTO "Message" (${messageColumns})
    SELECT stored.*
    FROM chat, LATERAL (
      SELECT ${messageColumns}
      FROM jsonb_populate_record(NULL::"Message", (parcel -> 'message') || jsonb_build_object(
        'accountId', chat."accountId", 'chatId', chat.id, 'seq', chat."lastSeq", 'createdAt', now()))) stored
  ), event AS (
    INSERT INTO "Event" (${eventColumns}, "visitorId")
    SELECT stored.*, CASE WHEN ${isHeard} THEN chat."visitorId" END
    FROM chat, ${told}, LATERAL (
      SELECT ${eventColumns}
      FROM jsonb_populate_record(NULL::"Event", said || jsonb_build_object(
        'channelId', chat."channelId", 'chatId', chat.id, 'actorId', CASE said ->> 'actorType'
          WHEN 'VISITOR' THEN to_jsonb(chat."visitorId") WHEN 'BOT' THEN to_jsonb(chat."botId")
          ELSE said -> 'actorId' END))) stored
    RETURNING id, kind, "chatId", "messageId", "subjectId", data
  ), taken AS (
    SELECT event.id AS place, event.kind, chat."accountId", chat."channelId", event."chatId", event."messageId",
           event."subjectId", event.data, chat."visitorId", chat."botId", chat.status, chat."agentUnavailableAt", sent.author, sent.type, sent.text
    FROM event JOIN chat ON chat.id = event."chatId", LATERAL (
      SELECT author, type, text FROM jsonb_populate_record(NULL::"Message", parcel -> 'message')) sent
  ), outgoing AS (${insertItems(storing)})`
}

/** An `Appended` of each `chat`. */
export const selectAppended = Prisma.sql`
  SELECT parcel -> 'message' ->> 'id' AS "messageId", chat."accountId", chat."channelId", chat."visitorId", chat."botId",
         chat.id, chat.status::text AS status, ${activityColumns}, now()::timestamptz(3) AS "createdAt",
         event.id AS "eventId", ARRAY(SELECT lane FROM outgoing WHERE outgoing."chatId" = chat.id) AS lanes
  FROM chat JOIN event ON event."chatId" = chat.id AND event."messageId" IS NOT NULL`

/** The message as the statement stored it. */
export function messageOf({ message }: Parcel, { accountId, id, lastSeq, createdAt }: Appended): Message {
  return storedMessage(message, { accountId, chatId: id, seq: lastSeq, createdAt })
}

import type { ChatActivity } from '../../events/live-event.ts'
import { type EventRow, eventColumns, eventRow } from '../../events/record.ts'
import { type Message, Prisma } from '../../generated/prisma/client.ts'
import { activityColumns, nextActivity } from '../chats/next-activity.ts'
import { messageCreated } from './message-event.ts'
import { type MessageRow, messageColumns, storedMessage } from './message-row.ts'
import { previewOf } from './preview.ts'

/** A message as the statements below take it, as JSON. */
export interface Parcel {
  message: MessageRow
  /** For the list of chats, which a notice leaves as it is. */
  preview: string | null
  /** That it was created. */
  event: EventRow
}

/** Where a message went. */
export type Appended = ChatActivity & {
  messageId: string
  accountId: string
  channelId: string
  visitorId: string
  createdAt: Date
}

export function parcelOf(message: MessageRow, accountId: string): Parcel {
  return {
    message,
    preview: message.type === 'NOTICE' ? null : previewOf(message),
    event: eventRow(messageCreated(message, { accountId })),
  }
}

/** For each `taken` ("chatId", parcel): the chat's next sequence number, revision and preview, as `chat`. */
export const movedChat = Prisma.sql`
  chat AS (
    UPDATE "Chat" c SET (${activityColumns}) = (${nextActivity})
    FROM taken
    WHERE c.id = taken."chatId"
    RETURNING c.*, taken.parcel
  )`

/** The message of each `chat`, which has the parcel and the message's number. */
export const insertedMessage = Prisma.sql`
  message AS (
    INSERT INTO "Message" (${messageColumns})
    SELECT stored.*
    FROM chat, LATERAL (
      SELECT ${messageColumns}
      FROM jsonb_populate_record(NULL::"Message", (parcel -> 'message') || jsonb_build_object(
        'accountId', chat."accountId", 'chatId', chat.id, 'seq', chat."lastSeq", 'createdAt', now()))) stored
  )`

/** The event of each `chat`. */
export const insertedEvent = insertEvents(Prisma.sql`LATERAL (SELECT parcel -> 'event' AS said) told`)

/** Several events of each `chat`, in the order of a JSON array of `EventRow`s. */
export function insertedEvents(rows: Prisma.Sql): Prisma.Sql {
  return insertEvents(Prisma.sql`jsonb_array_elements(${rows}) AS told(said)`)
}

function insertEvents(told: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
  event AS (
    INSERT INTO "Event" (${eventColumns})
    SELECT stored.*
    FROM chat, ${told}, LATERAL (
      SELECT ${eventColumns}
      FROM jsonb_populate_record(NULL::"Event", said || jsonb_build_object(
        'channelId', chat."channelId", 'chatId', chat.id))) stored
    RETURNING id, "chatId", "messageId"
  )`
}

/** The columns of an `Appended`. */
export const appendedColumns = Prisma.sql`parcel -> 'message' ->> 'id' AS "messageId", chat."accountId",
  chat."channelId", chat."visitorId", chat.id, chat.status::text AS status, ${activityColumns}, now()::timestamptz(3) AS "createdAt"`

/** The message as the statement stored it. */
export function messageOf({ message }: Parcel, { accountId, id, lastSeq, createdAt }: Appended): Message {
  return storedMessage(message, { accountId, chatId: id, seq: lastSeq, createdAt })
}

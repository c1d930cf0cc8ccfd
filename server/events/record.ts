import type { Tx } from '../database/client.ts'
import { isEntrySql } from '../domain/messages/entries/is-entry.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Actor } from './actor.ts'
import { insertItems } from './consumers.ts'
import { isHeardByVisitor } from './heard-by-visitor.ts'
import { entryOf } from './kinds/event-kinds.ts'
import type { LoggedKind } from './kinds.ts'
import type { Snapshot, StoredEvent } from './live-event.ts'

export interface NewEvent {
  accountId: string
  kind: LoggedKind
  /** The person or program that caused it. */
  actor: Actor
  channelId?: string | undefined
  chatId?: string | undefined
  messageId?: string | undefined
  /** What else it is about: a delivery, an operator, an invitation … */
  subjectId?: string
  /** If given, only this user's screens get it. */
  userId?: string
  /** The visitor who gets it, if its kind is for visitors; by default that of the chat. */
  visitorId?: string | null
  /** Whether the visitor does not get it, although its kind is for visitors: it changed nothing that they see. */
  isHidden?: boolean
  /** Values at the time of the event that cannot be read from other tables later. */
  data?: Prisma.JsonObject
}

/** A stored change, with what its announcement needs. */
export interface RecordedEvent {
  event: StoredEvent
  /** Rows as they were written, so that showing them needs no read. */
  snapshot?: Snapshot
  /** Lanes of the outbox that have new items because of it. */
  lanes?: string[]
}

/** An event to be stored, with the rows that it is about as they were written. */
export interface EventDraft {
  event: NewEvent
  snapshot?: Snapshot
}

/** What a statement with `eventCtes` returns of each event. */
export interface EventRow extends Pick<StoredEvent, 'id' | 'createdAt' | 'visitorId'> {
  /** Of all events together. */
  lanes: string[]
}

/**
 * Writes events, in their order, in the transaction of the changes that they describe, and the resulting outbox
 * items.
 */
export async function recordEvents(tx: Tx, drafts: EventDraft[]): Promise<RecordedEvent[]> {
  if (drafts.length === 0) return []
  for (const { event } of drafts) requireAudience(event)
  const rows = await tx.$queryRaw<EventRow[]>`
    WITH ${eventCtes(drafts)}
    SELECT id, "createdAt", "visitorId", ARRAY(SELECT lane FROM outgoing) AS lanes FROM event`
  return recordedFrom(drafts, rows)
}

/** Refuses an event that lacks its channel or its person: everyone in the account would get it. */
function requireAudience({ kind, channelId, userId }: NewEvent): void {
  const { audience } = entryOf(kind)
  const isComplete = audience === 'CHANNEL' ? channelId : audience === 'PERSON' ? userId : true
  if (!isComplete) throw new Error(`an event ${kind} lacks its ${audience.toLowerCase()}`)
}

/**
 * The CTEs that write events and the resulting outbox items: `event` has the rows of the events, `outgoing` the
 * lanes. Nothing is written unless `condition` holds.
 */
export function eventCtes(drafts: EventDraft[], condition = Prisma.sql`true`): Prisma.Sql {
  const events = drafts.map(({ event }) => ({
    ...eventRow(event),
    hearer: event.visitorId ?? null,
    hidden: event.isHidden === true,
  }))
  return Prisma.sql`
    draft AS (
      SELECT ${eventColumns}, place, CASE WHEN NOT hidden AND ${isHeardByVisitor(Prisma.sql`event.kind`, IS_FOR_VISITOR)}
          THEN coalesce(hearer, (SELECT chat."visitorId" FROM "Chat" chat WHERE chat.id = event."chatId"))
        END AS "visitorId"
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS (
          "accountId" uuid, kind "EventKind", "actorType" "ActorType", "actorId" uuid, "channelId" uuid, "chatId" uuid,
          "messageId" uuid, "subjectId" uuid, "userId" uuid, data jsonb, hearer uuid,
          hidden boolean))
        WITH ORDINALITY AS event(${eventColumns}, hearer, hidden, place)
      WHERE ${condition}
    ), event AS (
      INSERT INTO "Event" (${eventColumns}, "visitorId")
      SELECT ${eventColumns}, "visitorId" FROM draft ORDER BY place
      RETURNING id, kind, "accountId", "channelId", "chatId", "messageId", "subjectId", data, "visitorId", "createdAt"
    ), taken AS (
      SELECT event.id AS place, event.kind, event."accountId", event."channelId", event."chatId", event."messageId",
             event."subjectId", event.data, chat."visitorId", chat."botId", chat.status, chat."agentUnavailableAt", message.author, message.type,
             message.text
      FROM event
      LEFT JOIN "Chat" chat ON chat.id = event."chatId"
      LEFT JOIN "Message" message ON message.id = event."messageId"
    ), outgoing AS (${insertItems({ kinds: drafts.map(({ event }) => event.kind) })})`
}

/** The events as they were stored, to be announced after the commit. */
export function recordedFrom(drafts: EventDraft[], unordered: EventRow[]): RecordedEvent[] {
  const rows = unordered.toSorted((one, other) => Number(one.id - other.id))
  return drafts.flatMap(({ event, snapshot }, index) => {
    const row = rows[index]
    if (!row) return []
    const { id, createdAt, visitorId, lanes } = row
    return [
      {
        event: storedEvent(event, { id, createdAt, visitorId }),
        ...(snapshot && { snapshot }),
        ...(index === 0 && { lanes }),
      },
    ]
  })
}

/** Of the message of `event`, in `eventCtes`. */
const IS_FOR_VISITOR = Prisma.sql`
  (SELECT ${isEntrySql('message', 'forVisitor')} FROM "Message" message WHERE message.id = event."messageId")`

/** The columns that a `NewEventRow` fills. */
const eventColumns = Prisma.raw(
  '"accountId", kind, "actorType", "actorId", "channelId", "chatId", "messageId", "subjectId", "userId", data',
)

/** The row of an event, without the values from the database. */
type NewEventRow = Omit<StoredEvent, 'id' | 'createdAt' | 'visitorId'>

/**
 * The row of an event. The events of a message and of a visitor's first chat are also made in SQL (`insertedMessage`,
 * `openFirstChat`). Field by field, because every message comes through here, and copying the rest of an object takes ten
 * times as long.
 */
function eventRow(event: NewEvent): NewEventRow {
  return {
    accountId: event.accountId,
    kind: event.kind,
    actorType: event.actor.type,
    actorId: event.actor.id,
    channelId: event.channelId ?? null,
    chatId: event.chatId ?? null,
    messageId: event.messageId ?? null,
    subjectId: event.subjectId ?? null,
    userId: event.userId ?? null,
    data: event.data ?? null,
  }
}

/** The event as it is stored. */
export function storedEvent(
  event: NewEvent,
  stored: Pick<StoredEvent, 'id' | 'createdAt' | 'visitorId'>,
): StoredEvent {
  return Object.assign(eventRow(event), stored)
}

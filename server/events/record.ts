import type { Tx } from '../database/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Actor } from './actor.ts'
import type { LoggedKind } from './kinds.ts'
import type { Snapshot, StoredEvent } from './live-event.ts'

export interface NewEvent {
  accountId: string
  kind: LoggedKind
  /** Who did it. */
  actor: Actor
  channelId?: string
  chatId?: string
  messageId?: string
  /** What it is about besides: a delivery, an operator, an invitation … */
  subjectId?: string
  /** If given, only this user's screens get it. */
  userId?: string
  /** What cannot be read later. */
  data?: Prisma.JsonObject
}

/** A stored change, with what its announcement needs. */
export interface RecordedEvent {
  event: StoredEvent
  /** Rows as they were written, so that showing them costs no read. */
  snapshot?: Snapshot
  /** The lane to wake: a visitor’s deliveries, or the events to a bot. */
  lane?: string
}

/** An event to be stored, with the rows that it is about as they were written. */
export interface EventDraft {
  event: NewEvent
  snapshot?: Snapshot
}

/** Writes events, in their order, in the transaction of the changes that they describe. */
export async function recordEvents(tx: Tx, drafts: EventDraft[]): Promise<RecordedEvent[]> {
  if (drafts.length === 0) return []
  const events = drafts.map(({ event }) => storedEvent(event))
  const rows = await tx.$queryRaw<Pick<StoredEvent, 'id' | 'createdAt'>[]>`
    INSERT INTO "Event" (${COLUMNS})
    SELECT ${COLUMNS}
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS (
        "accountId" uuid, kind "EventKind", "actorType" "ActorType", "actorId" uuid, "channelId" uuid, "chatId" uuid,
        "messageId" uuid, "subjectId" uuid, "userId" uuid, data jsonb))
      WITH ORDINALITY AS event(${COLUMNS}, place)
    ORDER BY place
    RETURNING id, "createdAt"`
  rows.sort((one, other) => Number(one.id - other.id))
  return drafts.flatMap(({ snapshot }, index) => {
    const [event, row] = [events[index], rows[index]]
    return event && row ? [{ event: { ...event, ...row }, ...(snapshot && { snapshot }) }] : []
  })
}

const COLUMNS = Prisma.raw(
  '"accountId", kind, "actorType", "actorId", "channelId", "chatId", "messageId", "subjectId", "userId", data',
)

/** The row of an event, without what the database gives it. */
function storedEvent({ actor, ...event }: NewEvent): Omit<StoredEvent, 'id' | 'createdAt'> {
  return {
    channelId: null,
    chatId: null,
    messageId: null,
    subjectId: null,
    userId: null,
    data: null,
    announcedAt: null,
    ...event,
    actorType: actor.type,
    actorId: actor.id,
  }
}

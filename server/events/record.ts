import type { Tx } from '../database/client.ts'
import { columnList } from '../database/column-list.ts'
import { type Event, type EventKind, Prisma } from '../generated/prisma/client.ts'
import type { Snapshot, StoredEvent } from './live-event.ts'

export interface NewEvent {
  accountId: string
  kind: EventKind
  channelId?: string | undefined
  chatId?: string | undefined
  messageId?: string
  subjectId?: string
  /** If given, only this user's screens get it. */
  userId?: string
}

/** A row of the log, without the columns that the database makes. */
export type EventRow = Omit<Event, 'id' | 'txid' | 'createdAt' | 'announcedAt'>

/** The row of an event, whatever way it takes to the table. */
export function eventRow(event: NewEvent): EventRow {
  const { accountId, kind, channelId, chatId, messageId, subjectId, userId } = event
  return {
    accountId,
    kind,
    channelId: channelId ?? null,
    chatId: chatId ?? null,
    messageId: messageId ?? null,
    subjectId: subjectId ?? null,
    userId: userId ?? null,
  }
}

const { id, txid, createdAt, announcedAt, ...given } = Prisma.EventScalarFieldEnum

/** What a statement fills from an `EventRow`. */
export const eventColumns = columnList(Object.keys(given))

/** A stored change, with what its announcement needs. */
export interface RecordedEvent {
  event: StoredEvent
  /** Rows as they were written, so that showing them costs no read. */
  snapshot?: Snapshot
  /** The lane to wake: a visitor’s deliveries, or the events to a bot. */
  lane?: string
}

/** Writes one event in the transaction of the change that it describes. */
export async function recordEvent(
  tx: Tx,
  event: NewEvent,
  extra: Pick<RecordedEvent, 'snapshot'> = {},
): Promise<RecordedEvent> {
  return { event: await tx.event.create({ data: eventRow(event) }), ...extra }
}

import type { Tx } from '../database/client.ts'
import type { EventKind } from '../generated/prisma/client.ts'
import type { Snapshot, StoredEvent } from './live-event.ts'

export interface NewEvent {
  accountId: string
  kind: EventKind
  channelId?: string
  chatId?: string
  messageId?: string
  subjectId?: string
  /** Only this user's screens learn of it. */
  userId?: string
}

/** A change that is stored, with what its announcement needs. */
export interface RecordedEvent {
  event: StoredEvent
  /** Rows as they were written, so that a screen costs no read. */
  snapshot?: Snapshot
  /** The lane to wake: a visitor’s deliveries, or the events to a bot. */
  lane?: string
}

/** Writes one event in the transaction of the change that it tells of. */
export async function recordEvent(
  tx: Tx,
  event: NewEvent,
  extra: Pick<RecordedEvent, 'snapshot'> = {},
): Promise<RecordedEvent> {
  return { event: await tx.event.create({ data: event }), ...extra }
}

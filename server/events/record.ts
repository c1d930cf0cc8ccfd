import type { Tx } from '../database/client.ts'
import type { EventKind } from '../generated/prisma/client.ts'
import { heardByVisitor } from './heard-by-visitor.ts'
import type { Snapshot, StoredEvent } from './live-event.ts'

export interface NewEvent {
  accountId: string
  kind: EventKind
  channelId?: string
  chatId?: string
  messageId?: string
  subjectId?: string
  /** If given, only this user's screens get it. */
  userId?: string
  /** The visitor of the chat, who learns of it if it is of a kind for visitors (`heard-by-visitor.ts`). */
  visitorId?: string
}

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
  { visitorId, ...event }: NewEvent,
  extra: Pick<RecordedEvent, 'snapshot'> = {},
): Promise<RecordedEvent> {
  const isHeard = visitorId !== undefined && heardByVisitor(event.kind, extra.snapshot?.message)
  return { event: await tx.event.create({ data: isHeard ? { ...event, visitorId } : event }), ...extra }
}

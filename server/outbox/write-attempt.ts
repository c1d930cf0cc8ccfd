import {
  type EventDraft,
  type EventRow,
  eventCtes,
  type RecordedEvent,
  recordedFrom,
} from '../events/record.ts'
import { type OutboxAttempt, type OutboxItem, Prisma } from '../generated/prisma/client.ts'
import type { Plan } from './plan.ts'

export interface Written {
  /** False when another worker had recorded the attempt that this one claimed to make. */
  counts: boolean
  /** More waits in the lane. */
  hasMore: boolean
  recorded: RecordedEvent[]
}

export interface AttemptWrite {
  item: OutboxItem
  plan: Plan
  note: string | null
  /** Null when no request was made. */
  attempt: OutboxAttempt | null
  events: EventDraft[]
}

export type WrittenRow = Pick<Written, 'counts' | 'hasMore'> & (EventRow | { id: null })

/**
 * One statement that records an attempt: its row, how the item goes on, and the events that tell of it. A worker whose
 * claim ran out must not undo what its successor recorded, but its attempt is in the log.
 */
export function writeAttempt({ item, plan, note, attempt, events }: AttemptWrite): Prisma.Sql {
  const attempts = attempt ? [attempt] : []
  return Prisma.sql`
    WITH changed AS (
      UPDATE "OutboxItem"
      SET state = ${plan.state}::"OutboxState", attempts = ${plan.attempts}, lane = ${plan.lane}, "claimedUntil" = NULL,
          "nextAttemptAt" = ${plan.nextAttemptAt}, "finishedAt" = ${plan.finishedAt}, "errorCode" = ${plan.errorCode},
          "errorMessage" = ${plan.errorMessage}, note = ${note}
      WHERE id = ${item.id}::uuid AND state = 'PENDING' AND attempts = ${item.attempts}
      RETURNING id
    ), attempt AS (
      INSERT INTO "OutboxAttempt" (id, "itemId", "startedAt", "durationMs", status, "errorCode", "byStatus",
                                   "answerLost", detail)
      SELECT id, "itemId", "startedAt", "durationMs", status, "errorCode", "byStatus", "answerLost", detail
      FROM jsonb_populate_recordset(NULL::"OutboxAttempt", ${JSON.stringify(attempts)}::jsonb)
    ), ${events.length > 0 ? eventCtes(events, Prisma.sql`EXISTS (SELECT FROM changed)`) : NO_EVENTS}
    SELECT EXISTS (SELECT FROM changed) AS counts,
           EXISTS (SELECT FROM "OutboxItem" WHERE lane = ${item.lane} AND state = 'PENDING' AND id <> ${item.id}::uuid)
             AS "hasMore",
           event.id, event."createdAt", ARRAY(SELECT lane FROM outgoing) AS lanes
    FROM (VALUES (1)) AS one LEFT JOIN event ON true`
}

const NO_EVENTS = Prisma.sql`
  event AS (SELECT NULL::bigint AS id, NULL::timestamptz AS "createdAt" WHERE false),
  outgoing AS (SELECT NULL::text AS lane WHERE false)`

/** What the statement returned. */
export function writtenFrom(rows: WrittenRow[], events: EventDraft[]): Written {
  const { counts = false, hasMore = true } = rows[0] ?? {}
  const stored = rows.flatMap((row) => (row.id === null ? [] : [row]))
  return { counts, hasMore, recorded: recordedFrom(events, stored) }
}

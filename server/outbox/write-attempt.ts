import type { StoredEvent } from '../events/live-event.ts'
import type { NewEvent } from '../events/record.ts'
import { type OutboxAttempt, type OutboxItem, Prisma } from '../generated/prisma/client.ts'
import type { Plan } from './plan.ts'

export interface Written {
  /** False when another worker had recorded the attempt that this one claimed to make. */
  counts: boolean
  /** More waits in the lane. */
  hasMore: boolean
  events: StoredEvent[]
}

interface AttemptWrite {
  item: OutboxItem
  plan: Plan
  note: string | null
  /** Null when no request was made. */
  attempt: OutboxAttempt | null
  events: NewEvent[]
}

export type WrittenRow = Pick<Written, 'counts' | 'hasMore'> & {
  [Column in keyof StoredEvent]: StoredEvent[Column] | null
}

/**
 * One statement that records an attempt: its row, how the item goes on, and the events that tell of it. A worker whose
 * claim ran out must not undo what its successor recorded, but its attempt is in the log.
 */
export function writeAttempt({ item, plan, note, attempt, events }: AttemptWrite): Prisma.Sql {
  const attempts = attempt ? [attempt] : []
  return Prisma.sql`
    WITH item AS (
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
    ), event AS (
      INSERT INTO "Event" ("accountId", kind, "channelId", "chatId", "messageId", "subjectId", "userId")
      SELECT e."accountId", e.kind, e."channelId", e."chatId", e."messageId", e."subjectId", e."userId"
      FROM item, jsonb_populate_recordset(NULL::"Event", ${JSON.stringify(events)}::jsonb) AS e
      RETURNING *
    )
    SELECT EXISTS (SELECT FROM item) AS counts,
           EXISTS (SELECT FROM "OutboxItem" WHERE lane = ${item.lane} AND state = 'PENDING' AND id <> ${item.id}::uuid)
             AS "hasMore",
           event.id, event."accountId", event.kind::text AS kind, event."channelId", event."chatId", event."messageId",
           event."subjectId", event."userId", event."createdAt", event."announcedAt"
    FROM (VALUES (1)) AS one LEFT JOIN event ON true`
}

export function writtenFrom(rows: WrittenRow[]): Written {
  const { counts = false, hasMore = true } = rows[0] ?? {}
  const events = rows.flatMap(({ counts: _, hasMore: __, ...event }) =>
    event.id === null ? [] : [event as StoredEvent],
  )
  return { counts, hasMore, events }
}

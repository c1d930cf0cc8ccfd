import {
  type EventDraft,
  type EventRow,
  eventCtes,
  type RecordedEvent,
  recordedFrom,
} from '../events/record.ts'
import { type OutboxAttempt, type OutboxItem, Prisma } from '../generated/prisma/client.ts'
import type { Plan } from './item-plan.ts'
import { lockItems } from './lock-items.ts'

export interface AttemptWrite {
  item: OutboxItem
  plan: Plan
  note: string | null
  /** Null when no request was made. */
  attempt: OutboxAttempt | null
  events: EventDraft[]
  /** The lanes that may have waited for this one. */
  followers: string[]
}

/** The result of a write. */
export interface WriteResult {
  /** The row is locked or deleted: nothing was written. */
  isMissing: boolean
  /** False when another worker had recorded the attempt that this one claimed to make. */
  counts: boolean
  /** There are more items in the lane. */
  hasMore: boolean
  /** Those of the lanes that may have waited for this one which have items. */
  following: string[]
}

/** A row that the statement returns: one for each write, and one for each event that was stored. */
export type WrittenRow =
  | (Omit<WriteResult, 'following'> & { itemId: string; lanes: string[] })
  | (EventRow & { itemId: null })

/**
 * One statement that records attempts: their rows, the new states of the items, and the events. A worker whose claim
 * expired must not undo what its successor recorded, but its attempt is logged.
 */
export function writeAttempts(writes: readonly AttemptWrite[]): Prisma.Sql {
  const events = writes.flatMap((write) => write.events)
  const followers = writes.flatMap(({ item, followers }) => followers.map((lane) => ({ id: item.id, lane })))
  const following = followers.length > 0 ? followingOf(followers) : NO_LANES
  const tellers = writes.flatMap((write) => write.events.map(() => write.item.id))
  return Prisma.sql`
    WITH ${lockedItems(writes)}, ${changedItems(FREE)}, ${loggedAttempts(writes, FREE)},
    told AS MATERIALIZED (
      SELECT place FROM unnest(${tellers}::uuid[]) WITH ORDINALITY AS teller(id, place) JOIN changed USING (id)
    ), ${events.length > 0 ? eventCtes(events, Prisma.sql`place IN (SELECT place FROM told)`) : NO_EVENTS}
    SELECT written.id AS "itemId", free.id IS NULL AS "isMissing", changed.id IS NOT NULL AS counts,
           ${hasOthers({ lane: Prisma.sql`written."claimedLane"`, id: Prisma.sql`written.id` })} AS "hasMore",
           NULL::bigint AS id, NULL::timestamptz AS "createdAt", NULL::uuid AS "visitorId", ${following} AS lanes
    FROM written LEFT JOIN free ON free.id = written.id LEFT JOIN changed ON changed.id = written.id
    UNION ALL
    SELECT NULL, NULL, NULL, NULL, event.id, event."createdAt", event."visitorId", ARRAY(SELECT lane FROM outgoing)
    FROM event`
}

const FREE = Prisma.sql`free`

/** `written`, what is to be written of each item, and `free`, which has the ids of those that the statement holds now. */
export function lockedItems(writes: readonly AttemptWrite[]): Prisma.Sql {
  const all = <Value>(of: (write: AttemptWrite) => Value) => writes.map(of)
  return Prisma.sql`
    written AS MATERIALIZED (
      SELECT *, 'PENDING'::"OutboxState" AS "claimedState" FROM unnest(
        ${all(({ item }) => item.id)}::uuid[], ${all(({ item }) => item.attempts)}::int[],
        ${all(({ item }) => item.lane)}::text[], ${all(({ plan }) => plan.state)}::"OutboxState"[],
        ${all(({ plan }) => plan.attempts)}::int[], ${all(({ plan }) => plan.lane)}::text[],
        ${all(({ plan }) => plan.nextAttemptAt)}::timestamptz[], ${all(({ plan }) => plan.finishedAt)}::timestamptz[],
        ${all(({ plan }) => plan.errorCode)}::text[], ${all(({ plan }) => plan.errorMessage)}::text[],
        ${all(({ note }) => note)}::text[], ${all(({ plan }) => plan.yieldedAt)}::timestamptz[])
        AS written(id, "claimedAttempts", "claimedLane", state, attempts, lane, "nextAttemptAt", "finishedAt",
                   "errorCode", "errorMessage", note, "yieldedAt")
      LIMIT ${writes.length}
    ), free AS MATERIALIZED (
      SELECT i.id FROM "OutboxItem" i JOIN written ON written.id = i.id ${lockItems(writes.length)}
    )`
}

/** `changed`: the ids of those of the items in the CTE `among` that get their new state, because nobody was faster. */
export function changedItems(among: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    changed AS (
      UPDATE "OutboxItem" i
      SET state = written.state, attempts = written.attempts, lane = written.lane, "claimedUntil" = NULL,
          "nextAttemptAt" = written."nextAttemptAt", "finishedAt" = written."finishedAt",
          "errorCode" = written."errorCode", "errorMessage" = written."errorMessage", note = written.note,
          "yieldedAt" = written."yieldedAt"
      FROM written JOIN ${among} among ON among.id = written.id
      WHERE i.id = written.id AND i.state = written."claimedState" AND i.attempts = written."claimedAttempts"
      RETURNING i.id
    )`
}

/** Logs the attempts at the items in the CTE `among`. */
export function loggedAttempts(writes: readonly AttemptWrite[], among: Prisma.Sql): Prisma.Sql {
  const attempts = writes.flatMap(({ attempt }) => attempt ?? [])
  return Prisma.sql`
    attempt AS (
      INSERT INTO "OutboxAttempt" (id, "itemId", "startedAt", "durationMs", status, "errorCode", "byStatus",
                                   "answerLost", detail)
      SELECT made.id, "itemId", "startedAt", "durationMs", status, "errorCode", "byStatus", "answerLost", detail
      FROM jsonb_populate_recordset(NULL::"OutboxAttempt", ${JSON.stringify(attempts)}::jsonb) AS made
      JOIN ${among} among ON among.id = made."itemId"
    )`
}

/** Whether other items are pending in an item's lane. */
export function hasOthers({ lane, id }: { lane: Prisma.Sql; id: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM "OutboxItem" i WHERE i.lane = ${lane} AND i.state = 'PENDING' AND i.id <> ${id})`
}

const NO_LANES = Prisma.sql`'{}'::text[]`

/** Selects those of the lanes that may have waited for the item being written which have items. */
function followingOf(followers: { id: string; lane: string }[]): Prisma.Sql {
  return Prisma.sql`ARRAY(
    SELECT follower.lane
    FROM unnest(${followers.map(({ id }) => id)}::uuid[], ${followers.map(({ lane }) => lane)}::text[]) AS follower(id, lane)
    WHERE follower.id = written.id
      AND (SELECT true FROM "OutboxItem" i WHERE i.lane = follower.lane AND i.state = 'PENDING' LIMIT 1))`
}

const NO_EVENTS = Prisma.sql`
  event AS (SELECT NULL::bigint AS id, NULL::timestamptz AS "createdAt", NULL::uuid AS "visitorId" WHERE false),
  outgoing AS (SELECT NULL::text AS lane WHERE false)`

/** Returns the result of each write, in their order, and the events that were stored. */
export function writtenFrom(
  rows: WrittenRow[],
  writes: readonly AttemptWrite[],
): { written: WriteResult[]; recorded: RecordedEvent[] } {
  const found = new Map(rows.flatMap((row) => (row.itemId === null ? [] : [[row.itemId, row] as const])))
  const written = writes.map(({ item }) => {
    const row = found.get(item.id)
    return row ? { ...row, following: row.lanes } : NOT_WRITTEN
  })
  const stored = rows.flatMap((row) => (row.itemId === null ? [row] : []))
  const told = writes.flatMap(({ events }, index) => (written[index]?.counts ? events : []))
  return { written, recorded: recordedFrom(told, stored) }
}

export const NOT_WRITTEN: WriteResult = { isMissing: true, counts: false, hasMore: true, following: [] }

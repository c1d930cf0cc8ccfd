import type { Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import { type OutboxItem, Prisma } from '../generated/prisma/client.ts'
import { uuidv7Sql } from '../text/uuid.ts'
import type { BusySlots } from './lane-slots.ts'
import { lockItems } from './lock-items.ts'
import type { OutboxKind } from './outbox-kind.ts'

/** The oldest pending item of a lane, with what its attempt needs to know if it was claimed. */
export interface Head<Target> {
  item: OutboxItem
  isClaimed: boolean
  /** Another transaction holds the row at the moment. */
  isLocked: boolean
  /** It waits for items of other lanes. */
  isHeld: boolean
  target: Target | null
}

/** A lane whose head is to be claimed; `hasSlot`: also when its receiver or its account is busy. */
export interface ClaimRequest {
  lane: string
  hasSlot: boolean
}

interface Claim {
  lanes: ClaimRequest[]
  now: Date
  /** Who gets nothing more at the moment. */
  busy: BusySlots
}

const WORKER_LOST = 'worker_lost'
const LOST_DETAIL = 'The process ended in the middle of this attempt. Whether it arrived is not known.'

const NEVER = Prisma.sql`false`

/** Of this transaction alone. */
const COMMIT_LATER = Prisma.sql`set_config('synchronous_commit', 'off', true)`

/** By name, not `*`: a prepared statement fails when a newer process has added a column. */
const columns = Prisma.join(
  Object.values(Prisma.OutboxItemScalarFieldEnum).map((name) => Prisma.raw(`head."${name}"`)),
)

/**
 * Reads the heads of lanes and claims those that are due and not claimed; the result is a map by lane. Two workers
 * may read one lane after a restart; the claim decides which of them has the item. The second one waits for the row
 * (`lockItems`) and then finds it changed: it must not skip to the next item. An expired claim belonged to a worker
 * that ended during an attempt. That attempt is logged, too: the receiver may have received it.
 *
 * Before a first attempt, the commit does not wait for the disk: nothing is sent until the payload is there
 * (`keepPayloads`), and the disk gets both in their order.
 */
export async function claimHeads<Target>(
  pool: Pool,
  { claimMs, schedule, order, target }: OutboxKind<Target>,
  { lanes, now, busy }: Claim,
): Promise<Map<string, Head<Target>>> {
  const claimedUntil = new Date(now.getTime() + claimMs)
  // The LIMIT is for the planner, as in `appendEntries`. So is `head.state`: without it, an item would be searched
  // for among all pending ones instead of by its id. `writeAttempts` does the same.
  const rows = await queryDirect<OutboxItem & Omit<Head<Target>, 'item'> & { commit: string | null }>(
    pool,
    Prisma.sql`
    WITH asked AS MATERIALIZED (
      SELECT * FROM unnest(${lanes.map(({ lane }) => lane)}::text[], ${lanes.map(({ hasSlot }) => hasSlot)}::boolean[])
        AS asked(lane, "hasSlot") LIMIT ${lanes.length}
    ), head AS MATERIALIZED (
      SELECT head.*, asked."hasSlot", ${order?.isHeld ?? NEVER} IS TRUE AS "isHeld" FROM asked CROSS JOIN LATERAL (
        SELECT * FROM "OutboxItem" i WHERE i.lane = asked.lane AND i.state = 'PENDING' ORDER BY i.position LIMIT 1
      ) AS head
    ), free AS MATERIALIZED (
      SELECT i.id FROM "OutboxItem" i JOIN head ON head.id = i.id ${lockItems(lanes.length)}
    ), item AS (
      UPDATE "OutboxItem" i
      SET "claimedUntil" = ${claimedUntil}, "startedAt" = coalesce(i."startedAt", ${now})
      FROM head JOIN free ON free.id = head.id
      WHERE i.id = head.id AND i.state = head.state AND i.attempts = head.attempts AND NOT head."isHeld"
        AND i.attempts < ${schedule.attempts} AND i."nextAttemptAt" <= ${now}
        AND (i."claimedUntil" IS NULL OR i."claimedUntil" <= ${now})
        AND (head."hasSlot"
          OR i."receiverId" <> ALL(${busy.receivers}::uuid[]) AND i."accountId" <> ALL(${busy.accounts}::uuid[]))
      RETURNING i.*
    ), lost AS (
      INSERT INTO "OutboxAttempt" (id, "itemId", "startedAt", "durationMs", "errorCode", "answerLost", detail)
      SELECT ${uuidv7Sql}, head.id, head."claimedUntil" - ${claimMs}::int * interval '1 ms', ${claimMs}, ${WORKER_LOST},
             true, ${LOST_DETAIL}
      FROM head JOIN item ON item.id = head.id WHERE head."claimedUntil" IS NOT NULL
    )
    SELECT ${columns}, (SELECT ${COMMIT_LATER} FROM item HAVING bool_and(item.payload IS NULL)) AS commit,
           item.id IS NOT NULL AS "isClaimed", free.id IS NULL AS "isLocked", head."isHeld",
           CASE WHEN item.id IS NOT NULL THEN (SELECT to_jsonb(target) FROM (${target}) AS target) END AS target
    FROM head LEFT JOIN free ON free.id = head.id LEFT JOIN item ON item.id = head.id`,
  )
  return new Map(
    rows.map(({ commit: _commit, isClaimed, isLocked, isHeld, target: found, ...item }) => {
      const claimed = isClaimed ? { ...item, claimedUntil, startedAt: item.startedAt ?? now } : item
      return [item.lane, { item: claimed, isClaimed, isLocked, isHeld, target: found }]
    }),
  )
}

/** Gives back a claim without an attempt. */
export async function releaseClaim(pool: Pool, { id, attempts, claimedUntil }: OutboxItem): Promise<void> {
  await queryDirect(
    pool,
    Prisma.sql`
    UPDATE "OutboxItem"
    SET "claimedUntil" = NULL, "startedAt" = CASE WHEN attempts > 0 THEN "startedAt" END
    WHERE id = ${id}::uuid AND state = 'PENDING' AND attempts = ${attempts} AND "claimedUntil" = ${claimedUntil}`,
  )
}

/** A claimed item, and the payload that was made for it. */
export interface MadePayload extends Pick<OutboxItem, 'id' | 'claimedUntil'> {
  payload: string
}

/**
 * Stores what every attempt sends: even when a process dies during one, the next sends the same bytes. Returns the
 * stored payloads, in the order of the items; undefined for one whose row is locked or deleted. A claim that PostgreSQL
 * has lost since, because it did not wait for the disk, is made again, so that no other worker sends the item as well.
 */
export async function keepPayloads(pool: Pool, made: MadePayload[]): Promise<(string | undefined)[]> {
  const rows = await queryDirect<{ id: string; payload: string }>(
    pool,
    Prisma.sql`
    WITH made AS MATERIALIZED (
      SELECT * FROM unnest(
        ${made.map(({ id }) => id)}::uuid[],
        ${made.map(({ payload }) => payload)}::text[],
        ${made.map(({ claimedUntil }) => claimedUntil)}::timestamptz[]
      ) AS made(id, payload, "claimedUntil") LIMIT ${made.length}
    ), free AS MATERIALIZED (
      SELECT i.id FROM "OutboxItem" i JOIN made ON made.id = i.id ${lockItems(made.length)}
    )
    UPDATE "OutboxItem" i
    SET payload = coalesce(i.payload, made.payload), "claimedUntil" = coalesce(i."claimedUntil", made."claimedUntil")
    FROM made JOIN free ON free.id = made.id
    WHERE i.id = made.id RETURNING i.id, i.payload`,
  )
  const kept = new Map(rows.map(({ id, payload }) => [id, payload]))
  return made.map(({ id }) => kept.get(id))
}

/** Ends an item that is no longer wanted. */
export async function skipItem(pool: Pool, { id }: OutboxItem, note: string | null): Promise<void> {
  await queryDirect(
    pool,
    Prisma.sql`UPDATE "OutboxItem" SET state = 'SKIPPED', "finishedAt" = now(), "claimedUntil" = NULL,
                   note = coalesce(${note}, note)
               WHERE id = ${id}::uuid AND state = 'PENDING'`,
  )
}

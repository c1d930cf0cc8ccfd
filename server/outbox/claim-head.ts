import type { Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import { type OutboxItem, Prisma } from '../generated/prisma/client.ts'
import { uuidv7Sql } from '../uuid.ts'
import type { OutboxKind } from './outbox-kind.ts'

/** The oldest pending item of a lane, with what its attempt needs to know if it was claimed. */
export interface Head<Target> {
  item: OutboxItem
  isClaimed: boolean
  target: Target | null
}

interface Claim {
  lane: string
  now: Date
  /** Receivers that get nothing more at present. */
  busy: string[]
}

const WORKER_LOST = 'worker_lost'
const LOST_DETAIL = 'The process ended in the middle of this attempt. Whether it arrived is not known.'

/** By name, not `*`: a prepared statement fails when a newer process has added a column. */
const columns = Prisma.join(
  Object.values(Prisma.OutboxItemScalarFieldEnum).map((name) => Prisma.raw(`head."${name}"`)),
)

/**
 * Looks at the head of a lane and, if it is due and nobody else has it, claims it. Two workers may look at one lane
 * after a restart; the claim says which of them has the item. The second one waits for the row and then finds it
 * changed: it must not skip to the next item. A claim that ran out was of a worker that ended in the middle of an
 * attempt, which is in the log all the same: the receiver may have got it.
 */
export async function claimHead<Target>(
  pool: Pool,
  { claimMs, schedule, target }: OutboxKind<Target>,
  { lane, now, busy }: Claim,
): Promise<Head<Target> | null> {
  const claimedUntil = new Date(now.getTime() + claimMs)
  const rows = await queryDirect<OutboxItem & Omit<Head<Target>, 'item'>>(
    pool,
    Prisma.sql`
    WITH head AS (
      SELECT * FROM "OutboxItem" WHERE lane = ${lane} AND state = 'PENDING' ORDER BY position LIMIT 1
    ), item AS (
      UPDATE "OutboxItem" i
      SET "claimedUntil" = ${claimedUntil}, "startedAt" = coalesce(i."startedAt", ${now})
      FROM head
      WHERE i.id = head.id AND i.state = 'PENDING' AND i.attempts = head.attempts
        AND i.attempts < ${schedule.attempts} AND i."nextAttemptAt" <= ${now}
        AND (i."claimedUntil" IS NULL OR i."claimedUntil" <= ${now})
        AND i."receiverId" <> ALL(${busy}::uuid[])
      RETURNING i.*
    ), lost AS (
      INSERT INTO "OutboxAttempt" (id, "itemId", "startedAt", "durationMs", "errorCode", "answerLost", detail)
      SELECT ${uuidv7Sql}, head.id, head."claimedUntil" - ${claimMs}::int * interval '1 ms', ${claimMs}, ${WORKER_LOST},
             true, ${LOST_DETAIL}
      FROM head JOIN item ON item.id = head.id WHERE head."claimedUntil" IS NOT NULL
    )
    SELECT ${columns}, item.id IS NOT NULL AS "isClaimed", to_jsonb(target) AS target
    FROM head LEFT JOIN item ON item.id = head.id LEFT JOIN LATERAL (${target}) AS target ON true`,
  )
  const row = rows[0]
  if (!row) return null
  const { isClaimed, target: found, ...item } = row
  const claimed = { ...item, claimedUntil, startedAt: item.startedAt ?? now }
  return { item: isClaimed ? claimed : item, isClaimed, target: found }
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

/** Keeps what every attempt sends: also when a process dies in the middle of one, the next sends the same bytes. */
export async function keepPayload(pool: Pool, { id }: OutboxItem, payload: string): Promise<string> {
  const [kept] = await queryDirect<{ payload: string }>(
    pool,
    Prisma.sql`UPDATE "OutboxItem" SET payload = coalesce(payload, ${payload}) WHERE id = ${id}::uuid
               RETURNING payload`,
  )
  return kept?.payload ?? payload
}

/** Ends an item that is not wanted any more. */
export async function skipItem(pool: Pool, { id }: OutboxItem, note: string | null): Promise<void> {
  await queryDirect(
    pool,
    Prisma.sql`UPDATE "OutboxItem" SET state = 'SKIPPED', "finishedAt" = now(), "claimedUntil" = NULL,
                   note = coalesce(${note}, note)
               WHERE id = ${id}::uuid AND state = 'PENDING'`,
  )
}

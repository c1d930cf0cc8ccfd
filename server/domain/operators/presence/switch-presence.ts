import type { Db, Tx } from '../../../database/client.ts'

/**
 * Ends what is written of connected people who are available or away otherwise than it says, and begins what they are now.
 * Nothing is begun for those who are not connected.
 */
export async function switchPresence(db: Db | Tx, userIds: readonly string[]): Promise<void> {
  await db.$executeRaw`
    WITH current AS (
      SELECT id, "accountId", available, CASE WHEN available THEN NULL ELSE "awayReason" END AS reason
      FROM "User" WHERE id = ANY(${[...userIds]}::uuid[])
    ), ended AS (
      UPDATE "OperatorPresence" past SET "endedAt" = greatest(now(), past."startedAt") FROM current
      WHERE past."userId" = current.id AND past."endedAt" IS NULL
        AND (past.available, past.reason) IS DISTINCT FROM (current.available, current.reason)
      RETURNING current.*
    )
    INSERT INTO "OperatorPresence" ("accountId", "userId", available, reason, "startedAt", "seenAt")
    SELECT "accountId", id, available, reason, now(), now() FROM ended
    ON CONFLICT DO NOTHING`
}

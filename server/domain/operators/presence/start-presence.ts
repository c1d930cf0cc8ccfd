import type { Db, Tx } from '../../../database/client.ts'

/**
 * Writes down that these people, who are connected, are online or away from now on, unless that is known. Somebody who was
 * deactivated meanwhile is left out.
 */
export async function startPresence(db: Db | Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await db.$executeRaw`
    INSERT INTO "OperatorPresence" ("accountId", "userId", available, reason, "startedAt", "seenAt")
    SELECT "accountId", id, available, CASE WHEN available THEN NULL ELSE "awayReason" END, now(), now()
    FROM "User" WHERE id = ANY(${[...userIds]}::uuid[]) AND "deactivatedAt" IS NULL
    ON CONFLICT DO NOTHING`
}

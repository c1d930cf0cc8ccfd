import type { Services } from '../../../services.ts'
import { startPresence } from './start-presence.ts'
import { switchPresence } from './switch-presence.ts'

/** How exactly it is known when everybody was last seen, should every process end at once. */
const SEEN_SECONDS = 60

/**
 * Keeps what is written of people's presence true, whichever process dies: ends it once for those who are gone, and begins
 * it for those who are connected. Throws when it cannot be known who is connected: nobody is gone only because Redis is.
 */
export async function keepPresences({ db, presence }: Services): Promise<void> {
  // Also where it has just ended: somebody may have come back while it was being ended.
  const accounts = await db.$queryRaw<{ accountId: string }[]>`
    SELECT DISTINCT "accountId" FROM "OperatorPresence"
    WHERE "endedAt" IS NULL OR "endedAt" > now() - interval '1 minute'`
  if (accounts.length === 0) return
  const accountIds = accounts.map(({ accountId }) => accountId)
  const readConnected = async () => {
    const users = await Promise.all(accountIds.map((id) => presence.readConnectedUsers(id)))
    return users.flatMap((ids) => [...ids])
  }
  const connected = await readConnected()
  await db.$executeRaw`
    UPDATE "OperatorPresence" SET "endedAt" =
      CASE WHEN "seenAt" < now() - ${2 * SEEN_SECONDS} * interval '1 second' THEN "seenAt" ELSE now() END
    WHERE "endedAt" IS NULL AND "accountId" = ANY(${accountIds}::uuid[]) AND "userId" <> ALL(${connected}::uuid[])`
  await db.$executeRaw`
    UPDATE "OperatorPresence" SET "seenAt" = now()
    WHERE "endedAt" IS NULL AND "userId" = ANY(${connected}::uuid[])
      AND "seenAt" < now() - ${SEEN_SECONDS} * interval '1 second'`
  const present = await readConnected()
  await startPresence(db, present)
  await switchPresence(db, present)
}

import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { channelIdsOfUser, toViewer, type ViewerRow } from '../viewer-row.ts'
import { SESSION_DAYS } from './create-session.ts'

/** Written at most this often, because every request would be a write otherwise. */
const SEEN_EVERY_MS = 60_000

/**
 * Who a session's token belongs to; null when the session has ended or the user is deactivated. Using a session
 * moves its end.
 */
export async function findSessionViewer({ db }: Services, token: string): Promise<Viewer | null> {
  const rows = await db.$queryRaw<(ViewerRow & { sessionId: string; lastSeenAt: Date })[]>`
    SELECT u.id AS "userId", u."accountId", u.role::text AS role, ${channelIdsOfUser} AS "channelIds",
           s.id AS "sessionId", s."lastSeenAt"
    FROM "Session" s JOIN "User" u ON u.id = s."userId"
    WHERE s."tokenHash" = ${hashSecret(token)} AND s."expiresAt" > now() AND u."deactivatedAt" IS NULL`
  const row = rows[0]
  if (!row) return null
  const now = Date.now()
  if (now - row.lastSeenAt.getTime() > SEEN_EVERY_MS) {
    const expiresAt = new Date(now + SESSION_DAYS * 86_400_000)
    await db.session.updateMany({
      where: { id: row.sessionId },
      data: { lastSeenAt: new Date(now), expiresAt },
    })
  }
  return toViewer(row, row.sessionId)
}

import { statement } from '../../database/statement.ts'
import { DAY_MS } from '../../durations.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { sessionHolds, toViewer, type ViewerRow, viewerColumns } from '../viewer-row.ts'
import { SESSION_DAYS } from './create-session.ts'

/** Written at most this often, because every request would be a write otherwise. */
const SEEN_EVERY_MS = 60_000

type SessionRow = ViewerRow & { sessionId: string; lastSeenAt: Date }

const findSession = statement<SessionRow, { tokenHash: Buffer }>(
  (parameter) => Prisma.sql`
    SELECT ${viewerColumns}, s.id AS "sessionId", s."lastSeenAt"
    FROM "Session" s JOIN "User" u ON u.id = s."userId"
    WHERE s."tokenHash" = ${parameter('tokenHash')} AND ${sessionHolds}`,
)

/**
 * The user of a session's token; null when the session has ended or the user is deactivated. Using a session extends
 * it.
 */
export async function findSessionViewer({ db, pool }: Services, token: string): Promise<Viewer | null> {
  const [row] = await findSession(pool, { tokenHash: hashSecret(token) })
  if (!row) return null
  const { sessionId, lastSeenAt } = row
  const now = Date.now()
  if (now - lastSeenAt.getTime() > SEEN_EVERY_MS) {
    const expiresAt = new Date(now + SESSION_DAYS * DAY_MS)
    await db.session.updateMany({ where: { id: sessionId }, data: { lastSeenAt: new Date(now), expiresAt } })
  }
  return toViewer(row, { sessionId })
}

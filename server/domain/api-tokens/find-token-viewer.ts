import { statement } from '../../database/statement.ts'
import { AppError } from '../../errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { tokenHolds, toViewer, type ViewerRow, viewerColumns } from '../viewer-row.ts'

/** Written at most this often, because every request would be a write otherwise. */
const USED_EVERY_MS = 60_000

type TokenRow = ViewerRow & {
  id: string
  lastUsedAt: Date | null
  expiresAt: Date | null
  ended: boolean
  holds: boolean
}

const findToken = statement<TokenRow, { tokenHash: Buffer }>(
  (parameter) => Prisma.sql`
    SELECT ${viewerColumns}, t.id, t."lastUsedAt", t."expiresAt", ${tokenHolds} AS holds,
           t."revokedAt" IS NOT NULL OR u."deactivatedAt" IS NOT NULL AS ended
    FROM "ApiToken" t JOIN "User" u ON u.id = t."userId"
    WHERE t."tokenHash" = ${parameter('tokenHash')}`,
)

/**
 * The user of a personal API token; null when it is unknown, revoked or of a deactivated user. Throws
 * `unauthenticated` for one that has expired, because its program has done nothing wrong and needs a new one.
 */
export async function findTokenViewer({ db, pool }: Services, token: string): Promise<Viewer | null> {
  const [row] = await findToken(pool, { tokenHash: hashSecret(token) })
  if (!row || row.ended) return null
  const { id, lastUsedAt, expiresAt } = row
  if (!row.holds) {
    throw new AppError(
      'unauthenticated',
      `This API token expired at ${expiresAt?.toISOString()}. Create a new one.`,
    )
  }
  if (Date.now() - (lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS) {
    await db.apiToken.updateMany({ where: { id }, data: { lastUsedAt: new Date() } })
  }
  return toViewer(row, { apiToken: { id, expiresAt } })
}

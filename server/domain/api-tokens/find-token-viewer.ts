import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { channelIdsOfUser, toViewer, type ViewerRow } from '../viewer-row.ts'

/** Written at most this often, because every request would be a write otherwise. */
const USED_EVERY_MS = 60_000

/** Who a personal API token belongs to; null when it is revoked or the user is deactivated. */
export async function findTokenViewer({ db }: Services, token: string): Promise<Viewer | null> {
  const rows = await db.$queryRaw<(ViewerRow & { tokenId: string; lastUsedAt: Date | null })[]>`
    SELECT u.id AS "userId", u."accountId", u.role::text AS role, ${channelIdsOfUser} AS "channelIds",
           t.id AS "tokenId", t."lastUsedAt"
    FROM "ApiToken" t JOIN "User" u ON u.id = t."userId"
    WHERE t."tokenHash" = ${hashSecret(token)} AND t."revokedAt" IS NULL AND u."deactivatedAt" IS NULL`
  const row = rows[0]
  if (!row) return null
  if (Date.now() - (row.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS) {
    await db.apiToken.updateMany({ where: { id: row.tokenId }, data: { lastUsedAt: new Date() } })
  }
  return toViewer(row, null)
}

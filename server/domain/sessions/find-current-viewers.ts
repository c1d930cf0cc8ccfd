import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { sessionHolds, tokenHolds, toViewer, type ViewerRow, viewerColumns } from '../viewer-row.ts'

/** Credentials in one statement. */
const PART = 1_000

/**
 * What the sessions and API tokens of these viewers currently allow, by `credentialOf`; invalid ones are absent. One
 * statement for up to a thousand credentials, however many sockets they opened.
 */
export async function findCurrentViewers(
  { pool }: Services,
  viewers: Iterable<Viewer>,
): Promise<Map<string, Viewer>> {
  const ids = [...new Set([...viewers].map(credentialOf))]
  const current = new Map<string, Viewer>()
  for (let start = 0; start < ids.length; start += PART) {
    const part = ids.slice(start, start + PART)
    const rows = await queryDirect<ViewerRow & { id: string; isSession: boolean; expiresAt: Date | null }>(
      pool,
      Prisma.sql`
        SELECT s.id, true AS "isSession", s."expiresAt", ${viewerColumns}
        FROM "Session" s JOIN "User" u ON u.id = s."userId"
        WHERE s.id = ANY(${part}::uuid[]) AND ${sessionHolds}
        UNION ALL
        SELECT t.id, false, t."expiresAt", ${viewerColumns}
        FROM "ApiToken" t JOIN "User" u ON u.id = t."userId"
        WHERE t.id = ANY(${part}::uuid[]) AND ${tokenHolds}`,
    )
    for (const { id, isSession, expiresAt, ...row } of rows) {
      current.set(id, toViewer(row, isSession ? { sessionId: id } : { apiToken: { id, expiresAt } }))
    }
  }
  return current
}

/** The id of the session or API token that a viewer uses. */
export function credentialOf({ sessionId, apiToken }: Viewer): string {
  const id = sessionId ?? apiToken?.id
  if (!id) throw new Error('a viewer came without a credential')
  return id
}

import { Prisma } from '../generated/prisma/client.ts'
import { reachedChannels } from './operators/reached-channels.ts'
import { type Role, roleSql } from './operators/role.ts'
import type { Viewer } from './viewer.ts'

/** What the query of a credential reads about its user, so that a request needs one round trip before it starts. */
export interface ViewerRow {
  userId: string
  accountId: string
  role: Role
  channelIds: string[]
}

/** The columns of a `ViewerRow`, in a query in which `u` is the user. */
export const viewerColumns = Prisma.sql`u.id AS "userId", u."accountId", ${roleSql('u')} AS role, ARRAY(
  SELECT c.id::text FROM (${reachedChannels}) reached JOIN "Channel" c ON c.id = reached."channelId"
  WHERE c."deletedAt" IS NULL) AS "channelIds"`

/** Whether the session `s` of the user `u` is valid. */
export const sessionHolds = Prisma.sql`(s."expiresAt" > now() AND u."deactivatedAt" IS NULL)`

/** Whether the API token `t` of the user `u` is valid. */
export const tokenHolds = Prisma.sql`(t."revokedAt" IS NULL AND u."deactivatedAt" IS NULL
  AND (t."expiresAt" IS NULL OR t."expiresAt" > now()))`

/** The viewer of a row, signed in by a session or by an API token. */
export function toViewer(
  { userId, accountId, role, channelIds }: ViewerRow,
  credential: Partial<Pick<Viewer, 'sessionId' | 'apiToken'>>,
): Viewer {
  const { sessionId = null, apiToken = null } = credential
  return {
    kind: 'operator',
    userId,
    accountId,
    role,
    channelIds: role === 'ADMIN' ? null : channelIds,
    sessionId,
    apiToken,
  }
}

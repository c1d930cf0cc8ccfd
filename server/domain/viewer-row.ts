import { Prisma, type Role } from '../generated/prisma/client.ts'
import type { Viewer } from './viewer.ts'

/** What a credential's query reads of its user, so that a request costs one round trip before it starts. */
export interface ViewerRow {
  userId: string
  accountId: string
  role: Role
  channelIds: string[]
}

/** A column of a query in which `u` is the user: the channels they are assigned to. */
export const channelIdsOfUser = Prisma.sql`ARRAY(
  SELECT o."channelId"::text FROM "ChannelOperator" o JOIN "Channel" c ON c.id = o."channelId"
  WHERE o."userId" = u.id AND c."deletedAt" IS NULL)`

export function toViewer(
  { userId, accountId, role, channelIds }: ViewerRow,
  sessionId: string | null,
): Viewer {
  return { userId, accountId, role, channelIds: role === 'ADMIN' ? null : channelIds, sessionId }
}

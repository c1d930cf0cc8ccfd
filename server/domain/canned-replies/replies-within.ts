import type { Prisma } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'

/**
 * The part of a `where` for the canned replies that the viewer can use: their own, and the shared ones that are for their
 * channels and departments. Admins see all shared ones, but nobody else's own.
 */
export function repliesWithin(viewer: Viewer): Prisma.CannedReplyWhereInput {
  const { accountId, userId, channelIds } = viewer
  return {
    accountId,
    OR: [{ ownerId: userId }, { ownerId: null, ...(channelIds && sharedWith(userId, channelIds)) }],
  }
}

function sharedWith(userId: string, channelIds: readonly string[]): Prisma.CannedReplyWhereInput {
  const ofMine = { channel: { id: { in: [...channelIds] }, deletedAt: null } }
  return {
    AND: [
      { OR: [{ ofChannels: false }, { channels: { some: ofMine } }] },
      {
        OR: [
          { ofDepartments: false },
          { departments: { some: { department: { members: { some: { userId } } } } } },
        ],
      },
    ],
  }
}

/** The same for those that the viewer can change: their own, and for admins the shared ones. */
export function repliesChangedBy(viewer: Viewer): Prisma.CannedReplyWhereInput {
  const { accountId, userId, role } = viewer
  return { accountId, OR: [{ ownerId: userId }, ...(role === 'ADMIN' ? [{ ownerId: null }] : [])] }
}

import type { Prisma } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'

/**
 * The people whom a viewer looks after: for an admin everybody; for a supervisor the members of their departments and the
 * operators of the channels that they see; for an operator only themselves.
 */
export function supervisedBy({ accountId, userId, role, channelIds }: Viewer): Prisma.UserWhereInput {
  if (role === 'ADMIN') return { accountId }
  if (role === 'OPERATOR') return { accountId, id: userId }
  return {
    accountId,
    OR: [
      { id: userId },
      { departments: { some: { department: { members: { some: { userId } } } } } },
      { channels: { some: { channelId: { in: [...(channelIds ?? [])] } } } },
    ],
  }
}

import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * The order of one visitor's chats: the open one, then from the last that was closed to the first. When they began says
 * less: of two that came together in a merge, the open one may be the older.
 */
export const CURRENT_FIRST: Prisma.ChatOrderByWithRelationInput[] = [
  { closedAt: { sort: 'desc', nulls: 'first' } },
  { number: 'desc' },
]

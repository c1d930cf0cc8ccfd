import type { Tx } from '../../database/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/**
 * The channels whose chats an operator or a supervisor sees, as a query for the user `u` of another statement: those that
 * they are assigned to and, for a supervisor, those that anybody in their departments is assigned to. Admins see all.
 */
export const reachedChannels = Prisma.sql`
  SELECT assigned."channelId" FROM "ChannelOperator" assigned WHERE assigned."userId" = u.id
  UNION
  SELECT assigned."channelId" FROM "DepartmentMember" mine
    JOIN "DepartmentMember" theirs ON theirs."departmentId" = mine."departmentId"
    JOIN "ChannelOperator" assigned ON assigned."userId" = theirs."userId"
  WHERE u.supervises AND mine."userId" = u.id`

/** Whether the user `u` of another statement sees the channel of its `chat`. */
export const seesChannel = Prisma.sql`(u.role = 'ADMIN' OR chat."channelId" IN (${reachedChannels}))`

/** The channels that a person sees, deleted ones included; for a person who is not an admin. */
export async function findReachedChannels(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ channelId: string }[]>`
    SELECT reached."channelId" FROM "User" u CROSS JOIN LATERAL (${reachedChannels}) reached WHERE u.id = ${userId}::uuid`
  return rows.map(({ channelId }) => channelId)
}

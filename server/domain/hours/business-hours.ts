import type { Tx } from '../../database/client.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Whose hours they are: of a channel, of a department, or of the account when both are null. */
export interface HoursPlace {
  channelId: string | null
  departmentId: string | null
}

/** The hours of an account, also those of its channels and departments. Deleted channels have none. */
export function hoursOf(accountId: string): Prisma.BusinessHoursWhereInput {
  return { accountId, OR: [{ channelId: null }, { channel: { deletedAt: null } }] }
}

/** The name of the channel or department; null for the hours of the account. */
export async function placeName(tx: Tx, { channelId, departmentId }: HoursPlace): Promise<string | null> {
  const select = { name: true }
  if (channelId) return (await tx.channel.findUnique({ where: { id: channelId }, select }))?.name ?? null
  if (!departmentId) return null
  return (await tx.department.findUnique({ where: { id: departmentId }, select }))?.name ?? null
}

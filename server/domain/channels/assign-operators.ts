import type { Tx } from '../../database/client.ts'

interface Assignment {
  channelId: string
  /** Checked by `requireActiveUsers`. */
  operatorIds: readonly string[]
}

/** The operators whose view of the account changed: admins see every channel, and `followSupervisors` finds supervisors. */
export interface AssignmentChanges {
  added: string[]
  removed: string[]
}

/** Makes these people the channel's operators. Deactivated ones are kept, in case they come back. */
export async function assignOperators(
  tx: Tx,
  { channelId, operatorIds: wanted }: Assignment,
): Promise<AssignmentChanges> {
  const now = await tx.channelOperator.findMany({ where: { channelId, user: { deactivatedAt: null } } })
  const added = wanted.filter((id) => !now.some(({ userId }) => userId === id))
  const removed = now.map(({ userId }) => userId).filter((id) => !wanted.includes(id))
  await tx.channelOperator.deleteMany({ where: { channelId, userId: { in: removed } } })
  await tx.channelOperator.createMany({
    data: added.map((userId) => ({ channelId, userId })),
    skipDuplicates: true,
  })
  const affected = await tx.user.findMany({
    where: { id: { in: [...added, ...removed] }, role: 'OPERATOR', supervises: false },
    select: { id: true },
  })
  const isAffected = (id: string) => affected.some((user) => user.id === id)
  return { added: added.filter(isAffected), removed: removed.filter(isAffected) }
}

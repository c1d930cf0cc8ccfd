import type { Tx } from '../../database/client.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'

interface Assignment {
  accountId: string
  channelId: string
  operatorIds: string[]
}

/** Whose view of the account changed: admins see every channel, assigned or not. */
export interface Assigned {
  added: string[]
  removed: string[]
}

/** Makes these people the channel's operators. Deactivated ones stay, in case they come back. */
export async function assignOperators(
  tx: Tx,
  { accountId, channelId, operatorIds }: Assignment,
): Promise<Assigned> {
  const wanted = await requireActiveUsers(tx, { accountId, ids: operatorIds, field: 'input.operatorIds' })
  const now = await tx.channelOperator.findMany({ where: { channelId, user: { deactivatedAt: null } } })
  const added = wanted.filter((id) => !now.some(({ userId }) => userId === id))
  const removed = now.map(({ userId }) => userId).filter((id) => !wanted.includes(id))
  await tx.channelOperator.deleteMany({ where: { channelId, userId: { in: removed } } })
  await tx.channelOperator.createMany({
    data: added.map((userId) => ({ channelId, userId })),
    skipDuplicates: true,
  })
  const affected = await tx.user.findMany({
    where: { id: { in: [...added, ...removed] }, role: 'OPERATOR' },
    select: { id: true },
  })
  const isAffected = (id: string) => affected.some((user) => user.id === id)
  return { added: added.filter(isAffected), removed: removed.filter(isAffected) }
}

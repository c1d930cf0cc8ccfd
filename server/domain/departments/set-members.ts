import type { Tx } from '../../database/client.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'

interface Members {
  accountId: string
  departmentId: string
  memberIds: string[]
}

/** Makes these people the department's members. Deactivated ones stay, in case they come back. */
export async function setMembers(tx: Tx, { accountId, departmentId, memberIds }: Members): Promise<void> {
  const userIds = await requireActiveUsers(tx, { accountId, ids: memberIds, field: 'input.memberIds' })
  await tx.departmentMember.deleteMany({
    where: { departmentId, userId: { notIn: userIds }, user: { deactivatedAt: null } },
  })
  await tx.departmentMember.createMany({
    data: userIds.map((userId) => ({ departmentId, userId })),
    skipDuplicates: true,
  })
}

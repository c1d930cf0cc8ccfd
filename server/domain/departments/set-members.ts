import type { Tx } from '../../database/client.ts'

interface Members {
  departmentId: string
  /** Checked by `requireActiveUsers`. */
  userIds: string[]
}

/** Makes these people the department's members. Deactivated ones are kept, in case they come back. */
export async function setMembers(tx: Tx, { departmentId, userIds }: Members): Promise<void> {
  await tx.departmentMember.deleteMany({
    where: { departmentId, userId: { notIn: userIds }, user: { deactivatedAt: null } },
  })
  await tx.departmentMember.createMany({
    data: userIds.map((userId) => ({ departmentId, userId })),
    skipDuplicates: true,
  })
}

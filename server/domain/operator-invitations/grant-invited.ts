import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { User, UserInvitation } from '../../generated/prisma/client.ts'
import { findDepartment } from '../departments/lock-department.ts'

/**
 * Makes somebody who has accepted an invitation an operator of its channels and a member of its departments. What was
 * deleted since the invitation is passed over.
 */
export async function grantInvited(
  work: Work,
  { id: userId, accountId }: User,
  { channelIds, departmentIds }: UserInvitation,
): Promise<void> {
  const actor = actorOf({ userId })
  for (const id of departmentIds.toSorted()) {
    if (!(await findDepartment(work.tx, { accountId, id }))) continue
    await work.tx.departmentMember.create({ data: { departmentId: id, userId } })
    await work.record({ accountId, kind: 'DEPARTMENT_UPDATED', actor, subjectId: id })
  }
  const where = { accountId, deletedAt: null, id: { in: channelIds } }
  const channels = await work.tx.channel.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  await work.tx.channelOperator.createMany({ data: channels.map(({ id }) => ({ channelId: id, userId })) })
  for (const { id } of channels)
    await work.record({ accountId, kind: 'CHANNEL_UPDATED', actor, channelId: id, subjectId: id })
}

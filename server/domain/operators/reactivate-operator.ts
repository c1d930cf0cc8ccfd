import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { lockOperator } from './lock-operator.ts'

/** Lets a person in again, with their old password, role and assignments. Throws `forbidden`, `not_found`. */
export async function reactivateOperator(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<User> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const user = await transact(services, async (work) => {
    const before = await lockOperator(work.tx, { accountId, id })
    if (!before.deactivatedAt) return before
    const user = await work.tx.user.update({ where: { id }, data: { deactivatedAt: null } })
    await work.record({ accountId, kind: 'OPERATOR_REACTIVATED', actor: actorOf(viewer), subjectId: id })
    await work.audit({
      actor: viewer,
      action: 'OPERATOR_REACTIVATED',
      subject: { type: 'Operator', id, label: user.name },
    })
    return user
  })
  await announceAccess(services, { accountId })
  return user
}

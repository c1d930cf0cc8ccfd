import { retryConflict } from '../../database/retry-conflict.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { endOperatorInvitationsOf } from '../operator-invitations/end-operator-invitations-of.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { depart } from './depart.ts'
import { lockOperator } from './lock-operator.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'

/**
 * Locks a person out: sessions, API tokens and the invitations that they sent end, chats in which they were alone
 * wait for other operators, and calls that they have taken end. Their messages are kept, and so are their assignments, in case they come back. Throws
 * `forbidden`, `not_found`, `last_admin`.
 */
export async function deactivateOperator(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<User> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { user, sessionIds } = await retryConflict(() =>
    transact(services, async (work) => {
      const before = await lockOperator(work.tx, { accountId, id })
      if (before.deactivatedAt) return { user: before, sessionIds: [] }
      const deactivatedAt = new Date()
      const user = await work.tx.user.update({ where: { id }, data: { deactivatedAt } })
      const sessionIds = await endSessionsOf(work.tx, id)
      await work.tx.apiToken.updateMany({
        where: { userId: id, revokedAt: null },
        data: { revokedAt: deactivatedAt },
      })
      await endOperatorInvitationsOf(work.tx, id)
      await depart(work, { viewer, userId: id })
      if (before.role === 'ADMIN') await requireAnotherAdmin(work.tx, accountId, id)
      await work.record({ accountId, kind: 'OPERATOR_DEACTIVATED', actor: actorOf(viewer), subjectId: id })
      await work.audit({
        actor: viewer,
        action: 'OPERATOR_DEACTIVATED',
        subject: { type: 'Operator', id, label: user.name },
      })
      return { user, sessionIds }
    }),
  )
  await announceAccess(services, { accountId, userIds: [id], sessionIds })
  return user
}

import { retryConflict } from '../../database/retry-conflict.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Role, User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { endOperatorInvitationsOf } from '../operator-invitations/end-operator-invitations-of.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { requireSession } from '../sessions/require-session.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { depart } from './depart.ts'
import { lockOperator } from './lock-operator.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'

interface UpdateOperator {
  viewer: Viewer
  id: string
  role: Role
}

/**
 * Changes the role of a person and ends their sessions. A former admin leaves the chats of channels that they are not
 * assigned to, and the links that they sent end. Throws `forbidden` (API tokens cannot make admins), `not_found`,
 * `last_admin`.
 */
export async function updateOperator(
  services: Services,
  { viewer, id, role }: UpdateOperator,
): Promise<User> {
  requireAdmin(viewer)
  if (role === 'ADMIN') requireSession(viewer)
  const { accountId } = viewer
  const { user, sessionIds } = await retryConflict(() =>
    transact(services, async (work) => {
      const before = await lockOperator(work.tx, { accountId, id })
      if (before.role === role) return { user: before, sessionIds: null }
      const user = await work.tx.user.update({ where: { id }, data: { role } })
      const sessionIds = await endSessionsOf(work.tx, id)
      const unassigned = { channel: { operators: { none: { userId: id } } } }
      if (role !== 'ADMIN') {
        await endOperatorInvitationsOf(work.tx, id)
        await depart(work, { viewer, userId: id, where: unassigned })
        if (!before.deactivatedAt) await requireAnotherAdmin(work.tx, accountId, id)
      }
      await work.record({ accountId, kind: 'OPERATOR_UPDATED', actor: actorOf(viewer), subjectId: id })
      await work.audit({
        actor: viewer,
        action: 'OPERATOR_UPDATED',
        subject: { type: 'Operator', id, label: user.name },
        before: { role: before.role },
        after: { role },
      })
      return { user, sessionIds }
    }),
  )
  if (sessionIds) await announceAccess(services, { accountId, userIds: [id], sessionIds })
  return user
}

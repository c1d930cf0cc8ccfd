import { orNotFound } from '../../database/or-not-found.ts'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { requireReason } from '../operators/away-reason.ts'
import { changeAvailability } from '../operators/change-availability.ts'
import { requireSupervisor, type Viewer } from '../viewer.ts'
import { supervisedBy } from './supervised-by.ts'

interface SetOperatorAway {
  viewer: Viewer
  id: string
  /** One of the reasons of the account. */
  reason?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Sets somebody whom the viewer supervises as away. They are told by whom, and can set themselves as available again.
 * Throws `forbidden`, also for a supervisor who names an admin, `not_found`, `invalid_request` for an unknown reason.
 */
export async function setOperatorAway(
  services: Services,
  { viewer, id, reason = null, problems = [] }: SetOperatorAway,
): Promise<User> {
  requireSupervisor(viewer)
  const { accountId, userId: awayById } = viewer
  const user = await transact(services, async (work) => {
    const where = { AND: supervisedBy(viewer), id, deactivatedAt: null }
    const [, , found] = await checkAll(
      () => throwAll(problems),
      () => requireReason(work.tx, accountId, reason),
      () => orNotFound(work.tx.user.findFirstOrThrow({ where }), 'operator'),
    )
    if (found.role === 'ADMIN' && viewer.role !== 'ADMIN')
      throw new AppError('forbidden', 'Only admins can set an admin as away.', { field: 'input.id' })
    const actor = actorOf(viewer)
    const away = { available: false, reason, ...(id !== awayById && { awayById }) }
    const user = await changeAvailability(work, { accountId, userId: id, actor, ...away })
    if (id === awayById) return user
    await work.record({ accountId, kind: 'OPERATOR_SET_AWAY', actor, subjectId: id, userId: id })
    await work.audit({
      actor: viewer,
      action: 'OPERATOR_SET_AWAY',
      subject: { type: 'Operator', id, label: user.name },
      ...(reason !== null && { note: reason }),
    })
    return user
  })
  await announceAccess(services, { accountId })
  await services.presence.announceChange(accountId)
  return user
}

import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import type { Viewer } from '../viewer.ts'

/**
 * Sets the viewer's availability: available, or away although connected. The status for visitors follows immediately.
 */
export async function setAvailability(
  services: Services,
  { viewer, available }: { viewer: Viewer; available: boolean },
): Promise<User> {
  const { userId, accountId } = viewer
  const user = await transact(services, async (work) => {
    // Whoever was gone already, and only now says that they are away, has been gone since then.
    const before = await work.tx.user.findUniqueOrThrow({ where: { id: userId }, select: { goneAt: true } })
    const goneAt = available ? null : (before.goneAt ?? new Date())
    const user = await work.tx.user.update({ where: { id: userId }, data: { available, goneAt } })
    await work.record({ accountId, kind: 'OPERATOR_UPDATED', actor: actorOf(viewer), subjectId: userId })
    return user
  })
  await announceAccess(services, { accountId })
  await services.presence.announceChange(accountId)
  return user
}

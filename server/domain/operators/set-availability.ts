import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import type { Viewer } from '../viewer.ts'
import { changeAvailability } from './change-availability.ts'

interface SetAvailability {
  viewer: Viewer
  available: boolean
  /** Why they are away: one of the reasons of the account. */
  reason?: string | null
}

/**
 * Sets the viewer's availability: available, or away although connected. The status for visitors follows immediately.
 * Throws `invalid_request` for an unknown reason.
 */
export async function setAvailability(
  services: Services,
  { viewer, available, reason = null }: SetAvailability,
): Promise<User> {
  const { userId, accountId } = viewer
  const user = await transact(services, (work) =>
    changeAvailability(work, { accountId, userId, available, reason, actor: actorOf(viewer) }),
  )
  await announceAccess(services, { accountId })
  await services.presence.announceChange(accountId)
  return user
}

import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import type { Viewer } from '../viewer.ts'

/** Ends one of the viewer's own sessions and closes its sockets. Throws `not_found`. */
export async function endSession(services: Services, input: { viewer: Viewer; id: string }): Promise<string> {
  const { viewer, id } = input
  const { userId, accountId } = viewer
  await transact(services, async ({ tx, record }) => {
    const { count } = await tx.session.deleteMany({ where: { id, userId } })
    if (count === 0) throw new AppError('not_found', 'This session does not exist.', { field: 'input.id' })
    await record({ accountId, kind: 'SESSION_ENDED', actor: actorOf(viewer), subjectId: id, userId })
  })
  await announceAccess(services, { accountId, sessionIds: [id] })
  return id
}

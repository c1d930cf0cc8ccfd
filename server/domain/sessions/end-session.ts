import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import type { Viewer } from '../viewer.ts'

/** Ends one of the viewer's own sessions and closes its sockets. Throws `not_found`. */
export async function endSession(services: Services, input: { viewer: Viewer; id: string }): Promise<string> {
  const { viewer, id } = input
  const { count } = await services.db.session.deleteMany({ where: { id, userId: viewer.userId } })
  if (count === 0) throw new AppError('not_found', 'This session does not exist.', { field: 'input.id' })
  await announceAccess(services, { accountId: viewer.accountId, sessionIds: [id] })
  return id
}

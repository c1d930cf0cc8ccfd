import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import type { Viewer } from '../viewer.ts'

/** Ends the session behind the request. Without one (an API token, signed out already) there is nothing to end. */
export async function signOut(services: Services, { viewer }: { viewer: Viewer | null }): Promise<void> {
  if (!viewer?.sessionId) return
  await services.db.session.deleteMany({ where: { id: viewer.sessionId } })
  await announceAccess(services, { accountId: viewer.accountId, sessionIds: [viewer.sessionId] })
}

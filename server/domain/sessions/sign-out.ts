import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import type { Viewer } from '../viewer.ts'

/** Ends the session behind the request. Without one (an API token, signed out already) there is nothing to end. */
export async function signOut(services: Services, { viewer }: { viewer: Viewer | null }): Promise<void> {
  if (!viewer?.sessionId) return
  const { accountId, userId, sessionId } = viewer
  await transact(services, async ({ tx, record }) => {
    const { count } = await tx.session.deleteMany({ where: { id: sessionId } })
    if (count === 0) return
    await record({ accountId, kind: 'SESSION_ENDED', actor: actorOf(viewer), subjectId: sessionId, userId })
  })
  await announceAccess(services, { accountId, sessionIds: [sessionId] })
}

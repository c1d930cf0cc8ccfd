import type { Services } from '../../../services.ts'
import { requireSession } from '../../sessions/require-session.ts'
import type { Viewer } from '../../viewer.ts'

/** Turns push notifications off in the viewer's browser. Throws `forbidden` for an API token. */
export async function unsubscribeFromPush({ db }: Services, { viewer }: { viewer: Viewer }): Promise<string> {
  const sessionId = requireSession(viewer)
  await db.pushSubscription.deleteMany({ where: { sessionId } })
  return sessionId
}

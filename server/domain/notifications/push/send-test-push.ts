import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import { laneOf } from '../../../outbox/lane.ts'
import type { Services } from '../../../services.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { requireSession } from '../../sessions/require-session.ts'
import type { Viewer } from '../../viewer.ts'
import { PUSH, TEST } from './push.ts'

/**
 * Sends a push notification to the viewer's browser. Throws `forbidden` for an API token, `not_found` where push
 * notifications are off.
 */
export async function sendTestPush(services: Services, { viewer }: { viewer: Viewer }): Promise<string> {
  const sessionId = requireSession(viewer)
  await transact(services, async ({ tx, wake }) => {
    const subscription = await tx.pushSubscription.findUnique({ where: { sessionId } })
    if (!subscription) throw new AppError('not_found', 'Push notifications are off in this browser.')
    const id = uuidv7()
    const lane = laneOf(PUSH, id)
    await tx.outboxItem.create({
      data: { id, accountId: viewer.accountId, kind: PUSH, lane, receiverId: subscription.id, event: TEST },
    })
    wake(lane)
  })
  return sessionId
}

import { followEvents } from '../../events/follow.ts'
import type { DeliveredEvent } from '../../events/follower.ts'
import { transient } from '../../events/live-event.ts'
import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'

interface FollowVisit {
  visitor: VisitorPrincipal
  after: string | null
}

/**
 * All events for a visitor: those of the log, who is typing, their place in the queue, and whether somebody is
 * available. Throws `invalid_cursor`.
 */
export async function followVisit(
  services: Services,
  { visitor, after }: FollowVisit,
): Promise<AsyncIterableIterator<DeliveredEvent[]>> {
  const { accountId, channelId, visitorId } = visitor
  const follower = await followEvents(services, { principal: visitor, after, withSignals: true })
  const about = { accountId, channelId, visitorId }
  follower.onEnd(
    services.widgetStatus.follow(channelId, ({ online, paused }) => {
      const event = { ...transient('WIDGET_STATUS_CHANGED', about), data: { online, paused } }
      follower.push(event, services.hub.cursor)
    }),
  )
  follower.onEnd(
    services.queuePositions.follow(about, ({ chatId, position, isBusy }) => {
      const data = { queuePosition: position, isBusy }
      const event = { ...transient('QUEUE_MOVED', { ...about, chatId }), data }
      follower.push(event, services.hub.cursor)
    }),
  )
  return follower
}

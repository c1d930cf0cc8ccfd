import { type DeliveredEvent, Follower } from '../../events/follower.ts'
import type { SiteScope } from '../../presence/site-watch.ts'
import type { Services } from '../../services.ts'

/** The latest visits on the websites that the viewer sees: the present list, then its changes. */
export async function followVisitorsOnSite(
  services: Services,
  scope: SiteScope,
): Promise<AsyncIterableIterator<DeliveredEvent[]>> {
  const follower = new Follower(() => null)
  follower.onEnd(
    await services.siteWatches.follow(scope, (event) => follower.push(event, services.hub.cursor)),
  )
  return follower
}

import { topics } from '../events/bus.ts'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'

interface Change {
  accountId: string
  /** Users whose role or channels changed: their sockets are reopened. */
  userIds?: string[]
  /** Sessions that ended: their sockets are closed, and they no longer count as present. */
  sessionIds?: string[]
  /** API tokens that ended: their sockets are closed. */
  tokenIds?: string[]
  /** Visitors who have become others: their sockets are reopened. */
  visitorIds?: string[]
  /** Channels that changed or were deleted: the sockets of visitors who may no longer use them are closed. */
  channelIds?: string[]
}

/**
 * Tells every process, after the commit, that its cached data about the account's channels and about these
 * people's access is out of date. It never throws: the change is stored, and every new request sees it.
 */
export async function announceAccess(
  { bus, log, presence }: Services,
  { accountId, userIds = [], sessionIds = [], tokenIds = [], visitorIds = [], channelIds = [] }: Change,
): Promise<void> {
  const change = { userIds, sessionIds, tokenIds, visitorIds, channelIds }
  const announced = [bus.publish(topics.channels, accountId)]
  if (Object.values(change).some(({ length }) => length > 0))
    announced.push(bus.publish(topics.access, JSON.stringify(change)))
  if (sessionIds.length > 0) announced.push(presence.endSessions(accountId, sessionIds))
  // Each reaches this process, also when Redis is away.
  for (const { reason } of (await Promise.allSettled(announced)).filter(isRejected))
    log.warn({ accountId, reason: describeError(reason).reason }, 'a change of access could not be announced')
}

function isRejected(outcome: PromiseSettledResult<unknown>): outcome is PromiseRejectedResult {
  return outcome.status === 'rejected'
}

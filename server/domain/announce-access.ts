import { describeError } from '../describe-error.ts'
import { topics } from '../events/bus.ts'
import type { Services } from '../services.ts'

interface Change {
  accountId: string
  /** Users whose role or channels changed: their sockets are opened anew. */
  userIds?: string[]
  /** Sessions that ended: their sockets are closed, and they count as present no more. */
  sessionIds?: string[]
  /** API tokens that ended: their sockets are closed. */
  tokenIds?: string[]
  /** Visitors who are others by now: their sockets are opened anew. */
  visitorIds?: string[]
}

/**
 * Tells every process, after the commit, that what it holds about the account's channels and about these
 * people's access is out of date. It never throws: the change is stored, and every new request sees it.
 */
export async function announceAccess(
  { bus, log, presence }: Services,
  { accountId, userIds = [], sessionIds = [], tokenIds = [], visitorIds = [] }: Change,
): Promise<void> {
  try {
    await bus.publish(topics.channels, accountId)
    if ([userIds, sessionIds, tokenIds, visitorIds].every(({ length }) => length === 0)) return
    await bus.publish(topics.access, JSON.stringify({ userIds, sessionIds, tokenIds, visitorIds }))
    if (sessionIds.length > 0) await presence.endSessions(accountId, sessionIds)
  } catch (error) {
    log.warn({ accountId, reason: describeError(error).reason }, 'a change of access could not be announced')
  }
}

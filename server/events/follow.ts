import type { Principal } from '../domain/principal.ts'
import type { Services } from '../services.ts'
import { audienceOf, sees } from './audience-of.ts'
import { Follower, type Told } from './follower.ts'
import { transient } from './live-event.ts'
import { isAhead, LOG_DAYS, type Position, parseCursor, readPosition } from './position.ts'
import { readEventsBehind } from './read-log.ts'

/** A screen that missed more events than this reads everything again, which is cheaper. */
export const REPLAY_LIMIT = 2000
const DAY_MS = 24 * 3_600_000

/**
 * The events that the principal may see, in batches: first those after the cursor, then live ones. Without a
 * cursor, only live ones. An unknown or too old cursor yields one RESYNC. An event may come twice, with the same id.
 */
export async function followEvents(
  services: Services,
  { principal, after }: { principal: Principal; after: string | null },
): Promise<AsyncIterableIterator<Told[]>> {
  const audience = audienceOf(principal)
  const follower = new Follower(audience)
  // Follow before reading the replay, so that events committed in between arrive live.
  follower.onEnd(
    await services.hub.follow(audience, (event, cursor) => {
      if (sees(principal, event)) follower.push(event, cursor)
    }),
  )
  try {
    if (after !== null) follower.pushFirst(await replay(services, principal, after))
  } catch (error) {
    await follower.return()
    throw error
  }
  return follower
}

async function replay(services: Services, principal: Principal, after: string): Promise<Told[]> {
  const { db, hub } = services
  // The position of a screen that has got everything that is read below.
  const here = hub.cursor
  const resync = [{ event: transient('RESYNC', audienceOf(principal)), cursor: here }]
  const position = parseCursor(after)
  if (!position || !(await isInLog(services, position))) return resync
  const rows = await readEventsBehind(db, { principal, position, limit: REPLAY_LIMIT })
  if (!rows) return resync
  const missed = rows.map((row) => hub.remember(row)).filter((event) => sees(principal, event))
  // A screen that is disconnected in the middle starts over from its old cursor; only the last event moves it on.
  return missed.map((event, index) => ({ event, cursor: index === missed.length - 1 ? here : after }))
}

/** Whether everything after the position is still in the log. */
async function isInLog({ pool, hub }: Services, position: Position): Promise<boolean> {
  if (position.at === 0) return true
  if (position.at < hub.position.at - (LOG_DAYS - 1) * DAY_MS) return false
  // Another process may have issued the cursor since this one last looked.
  return !isAhead(position, hub.position) || !isAhead(position, await readPosition(pool))
}

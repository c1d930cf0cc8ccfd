import type { Principal } from '../domain/principal.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { audienceOf, sees } from './audience-of.ts'
import { EVERYTHING, type EventFilter, passes } from './filter.ts'
import { Follower, type Told } from './follower.ts'
import { isSignal, type LiveEvent, transient } from './live-event.ts'
import { formatCursor, isAhead, LOG_DAYS, type Position, parseCursor, readPosition } from './position.ts'
import { readEventsBehind } from './read-log.ts'

/** A screen that missed more events than this reads everything again, which is cheaper. */
export const REPLAY_LIMIT = 2000
const DAY_MS = 24 * 3_600_000

interface Following {
  principal: Principal
  after: string | null
  filter?: EventFilter
  /** Whether what is true only now comes in the same stream. */
  withSignals?: boolean
}

/**
 * The events that the principal may see and wants, in batches: first those after the cursor, then live ones.
 * Without a cursor, only live ones. A cursor that the log has outlived yields one RESYNC. An event may come twice, with
 * the same id. Throws `invalid_cursor` for one that was never given out.
 */
export async function followEvents(
  services: Services,
  { principal, after, filter = EVERYTHING, withSignals = false }: Following,
): Promise<Follower> {
  const position = after === null ? null : parseCursor(after)
  if (after !== null && !position) throw invalidCursor()
  const audience = audienceOf(principal)
  const follower = new Follower(() => transient('RESYNC', audience))
  // Follow before reading the replay, so that events committed in between arrive live.
  follower.onEnd(
    await services.hub.follow(audience, (event, cursor) => {
      if (isSignal(event) && !withSignals) return
      if (sees(principal, event) && passes(event, filter)) follower.push(event, cursor)
    }),
  )
  try {
    if (position) follower.pushFirst(await replay(services, { principal, filter, position }))
  } catch (error) {
    await follower.return()
    throw error
  }
  return follower
}

/** What the principal may see of what is true only now: who types and who is there. Nothing is ever sent again. */
export async function followSignals(
  services: Services,
  { principal, chatIds }: { principal: Principal; chatIds: readonly string[] | null },
): Promise<AsyncIterableIterator<Told[]>> {
  const follower = new Follower(() => null)
  const isOfChats = ({ chatId }: LiveEvent) => !chatIds || chatId === null || chatIds.includes(chatId)
  follower.onEnd(
    await services.hub.follow(audienceOf(principal), (event, cursor) => {
      if (event.kind === 'VISIT_CHANGED' || !isSignal(event)) return
      if (sees(principal, event) && isOfChats(event)) follower.push(event, cursor)
    }),
  )
  return follower
}

/** Who comes to the websites, goes, and is on which page, of whom the principal may see; of one visitor, if given. */
export async function followVisits(
  services: Services,
  { principal, visitorId }: { principal: Principal; visitorId: string | null },
): Promise<AsyncIterableIterator<Told[]>> {
  const follower = new Follower(() => null)
  follower.onEnd(
    await services.hub.follow(audienceOf(principal), (event, cursor) => {
      if (event.kind !== 'VISIT_CHANGED' || (visitorId && event.subjectId !== visitorId)) return
      if (sees(principal, event)) follower.push(event, cursor)
    }),
  )
  return follower
}

export function invalidCursor(): AppError {
  const message = 'This is not a valid cursor, or the events after it are no longer kept.'
  return new AppError('invalid_cursor', message, { field: 'after' })
}

interface Replay {
  principal: Principal
  filter: EventFilter
  position: Position
}

async function replay(services: Services, { principal, filter, position }: Replay): Promise<Told[]> {
  const { db, hub } = services
  // The position of a screen that has got everything that is read below.
  const here = hub.cursor
  const resync = [{ event: transient('RESYNC', audienceOf(principal)), cursor: here }]
  if (!(await isInLog(services, position))) return resync
  const rows = await readEventsBehind(db, { principal, position, filter, limit: REPLAY_LIMIT })
  if (!rows) return resync
  const missed = rows
    .map((row) => hub.remember(row))
    .filter((event) => sees(principal, event) && passes(event, filter))
  // A screen that is disconnected in the middle starts over from its old cursor; only the last event moves it on.
  const before = formatCursor(position)
  return missed.map((event, index) => ({ event, cursor: index === missed.length - 1 ? here : before }))
}

/** Whether everything after the position is still in the log. */
export async function isInLog({ pool, hub }: Services, position: Position): Promise<boolean> {
  if (position.at === 0) return true
  if (position.at < hub.position.at - (LOG_DAYS - 1) * DAY_MS) return false
  // Another process may have issued the cursor since this one last looked.
  return !isAhead(position, hub.position) || !isAhead(position, await readPosition(pool))
}

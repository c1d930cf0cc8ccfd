import type { Principal } from '../domain/principal.ts'
import { DAY_MS } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { audienceOf, sees } from './audience-of.ts'
import { EVERYTHING, type EventFilter, passes } from './filter.ts'
import { type DeliveredEvent, Follower } from './follower.ts'
import { isSignal, type LiveEvent, transient } from './live-event.ts'
import { formatCursor, isAhead, LOG_DAYS, type Position, parseCursor, readPosition } from './position.ts'
import { readEventsBehind } from './read-log.ts'

/** A screen that missed more events than this reads everything again, which is cheaper. */
export const REPLAY_LIMIT = 2000

interface FollowOptions {
  principal: Principal
  after: string | null
  filter?: EventFilter
  /** Whether transient events come in the same stream. */
  withSignals?: boolean
}

/**
 * The events that the principal may see and wants, in batches: first those after the cursor, then live ones. Without
 * a cursor, only live ones. A cursor that is older than the log yields one RESYNC. An event may come twice, with the
 * same id. Throws `invalid_cursor` for one that was never issued.
 */
export async function followEvents(
  services: Services,
  { principal, after, filter = EVERYTHING, withSignals = false }: FollowOptions,
): Promise<Follower> {
  const position = after === null ? null : parseCursor(after)
  if (after !== null && !position) throw invalidCursor()
  const audience = audienceOf(principal)
  const follower = new Follower(() => transient('RESYNC', audience))
  // Follow before reading the replay, so that events committed in between arrive live.
  const isWanted = (event: LiveEvent) =>
    (withSignals || !isSignal(event)) && sees(principal, event) && passes(event, filter)
  follower.onEnd(
    await services.hub.follow(audience, {
      tell(event, cursor) {
        if (isWanted(event)) follower.push(event, cursor)
      },
      prepare(event) {
        if (!follower.onPrepare || !isWanted(event)) return false
        follower.onPrepare(event)
        return true
      },
    }),
  )
  try {
    // The position of a screen that has received everything that is read below.
    const here = services.hub.cursor
    const limit = REPLAY_LIMIT
    if (position) follower.pushFirst(await readMissed(services, { principal, filter, position, here, limit }))
  } catch (error) {
    await follower.return()
    throw error
  }
  return follower
}

/** The transient events that the principal may see: who is typing and who is present. They are never replayed. */
export async function followSignals(
  services: Services,
  { principal, chatIds }: { principal: Principal; chatIds: readonly string[] | null },
): Promise<AsyncIterableIterator<DeliveredEvent[]>> {
  const follower = new Follower(() => null)
  const isOfChats = ({ chatId }: LiveEvent) => !chatIds || chatId === null || chatIds.includes(chatId)
  follower.onEnd(
    await services.hub.follow(audienceOf(principal), {
      tell(event, cursor) {
        if (event.kind === 'VISIT_CHANGED' || !isSignal(event)) return
        if (sees(principal, event) && isOfChats(event)) follower.push(event, cursor)
      },
    }),
  )
  return follower
}

/** The kinds that change what operators see of a visit. All of them have the visitor as their subject. */
const VISIT_KINDS: ReadonlySet<LiveEvent['kind']> = new Set([
  'VISIT_CHANGED',
  'VISITOR_INVITED',
  'VISIT_INVITATION_ANSWERED',
])
/** The same, of visitors who are on a website: whether they have an open chat. */
const CHAT_KINDS: ReadonlySet<LiveEvent['kind']> = new Set(['CHAT_OPENED', 'CHAT_CLOSED'])

/** The visitor that an event of `followVisits` is about. */
export function visitorOfVisit({ kind, subjectId, visitorId }: LiveEvent): string | null {
  return CHAT_KINDS.has(kind) ? visitorId : subjectId
}

/** How long after the list of present visitors is refreshed. */
const AFTER_FRESH_MS = 100

/**
 * Who comes to the websites, leaves, changes the page, is invited and has a chat, as far as the principal may see it;
 * of one visitor, if given.
 */
export async function followVisits(
  services: Services,
  { principal, visitorId }: { principal: Principal; visitorId: string | null },
): Promise<AsyncIterableIterator<DeliveredEvent[]>> {
  const follower = new Follower(() => null)
  const changed = new Map<string, DeliveredEvent & { cursor: string }>()
  // Changes are sent together, once per visitor, and only after the list of present visitors is refreshed: a screen
  // must not read outdated data because of the change.
  const waitMs = services.visitorPresence.freshMs + AFTER_FRESH_MS
  let timer: NodeJS.Timeout | undefined
  const tellChanged = async () => {
    timer = undefined
    const told = [...changed]
    changed.clear()
    const present = await services.visitorPresence.present(principal.accountId)
    for (const [id, { event, cursor }] of told) {
      if (!CHAT_KINDS.has(event.kind) || present.has(id)) follower.push(event, cursor)
    }
  }
  follower.onEnd(
    await services.hub.follow(audienceOf(principal), {
      tell(event, cursor) {
        const isOfChat = CHAT_KINDS.has(event.kind)
        if (!isOfChat && !VISIT_KINDS.has(event.kind)) return
        const id = visitorOfVisit(event)
        if (!id || (visitorId && id !== visitorId) || !sees(principal, event)) return
        // A visitor who left must be reported, whatever else they did.
        if (!(isOfChat && changed.has(id))) changed.set(id, { event, cursor })
        timer ??= setTimeout(tellChanged, waitMs)
      },
    }),
  )
  follower.onEnd(() => clearTimeout(timer))
  return follower
}

/** The refusal of an `after` that is malformed or too old. */
export function invalidCursor(): AppError {
  const message = 'This is not a valid cursor, or the events after it are no longer kept.'
  return new AppError('invalid_cursor', message, { field: 'after' })
}

interface ReplayOptions {
  principal: Principal
  filter: EventFilter
  position: Position
  /** A cursor from before this call: everything until then is sent. */
  here: string
  /** After missing more than this, one RESYNC is sent. */
  limit: number
}

/** The events after the position that the principal may see and wants. */
export async function readMissed(
  services: Services,
  { principal, filter, position, here, limit }: ReplayOptions,
): Promise<DeliveredEvent[]> {
  const { db, hub } = services
  const resync = [{ event: transient('RESYNC', audienceOf(principal)), cursor: here }]
  if (!(await isInLog(services, position))) return resync
  const rows = await readEventsBehind(db, { principal, position, filter, limit })
  if (!rows) return resync
  const missed = rows
    .map((row) => hub.remember(row))
    .filter((event) => sees(principal, event) && passes(event, filter))
  // A screen that is disconnected in the middle starts again from its old cursor; only the last event advances it.
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

import type { Principal } from '../domain/principal.ts'
import type { Services } from '../services.ts'
import { audienceOf, sees } from './audience-of.ts'
import { EVERYTHING, type EventFilter, passes } from './filter.ts'
import { type DeliveredEvent, Follower } from './follower.ts'
import type { Listener } from './followers.ts'
import { invalidCursor } from './is-in-log.ts'
import { isSignal, type LiveEvent, transient } from './live-event.ts'
import { parsePlace } from './position.ts'
import { type Replay, readMissed } from './read-missed.ts'
import { isOfChat, visitorOfVisit } from './visit-kinds.ts'

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
  const place = after === null ? null : parsePlace(after)
  if (after !== null && !place) throw invalidCursor()
  const audience = audienceOf(principal)
  const follower = new Follower(() => transient('RESYNC', audience))
  // Follow before reading the replay, so that events committed in between arrive live.
  const listener = new EventListener(follower, { principal, filter, withSignals })
  follower.onEnd(await services.hub.follow(audience, listener))
  try {
    if (place) follower.pushFirst(await readFrom(services, { principal, filter, place }))
  } catch (error) {
    await follower.return()
    throw error
  }
  return follower
}

/** Gives a screen what its principal may see and wants. An object without closures: there are tens of thousands. */
class EventListener implements Listener {
  readonly #follower: Follower
  readonly #principal: Principal
  readonly #filter: EventFilter
  readonly #withSignals: boolean

  constructor(
    follower: Follower,
    { principal, filter, withSignals }: Required<Omit<FollowOptions, 'after'>>,
  ) {
    this.#follower = follower
    this.#principal = principal
    this.#filter = filter
    this.#withSignals = withSignals
  }

  tell(event: LiveEvent, cursor: string): void {
    if (this.#isWanted(event)) this.#follower.push(event, cursor)
  }

  prepare(event: LiveEvent): boolean {
    if (!this.#follower.onPrepare || !this.#isWanted(event)) return false
    this.#follower.onPrepare(event)
    return true
  }

  #isWanted(event: LiveEvent): boolean {
    if (!this.#withSignals && isSignal(event)) return false
    return sees(this.#principal, event) && passes(event, this.#filter)
  }
}

async function readFrom(
  services: Services,
  from: Pick<Replay, 'principal' | 'filter' | 'place'>,
): Promise<DeliveredEvent[]> {
  // An earlier position would not advance a program that is disconnected after every event.
  await services.hub.check()
  return readMissed(services, { ...from, here: services.hub.position, limit: REPLAY_LIMIT })
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

/** How long changes are collected, so that a visitor is told once of several. */
const TOGETHER_MS = 200

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
  let timer: NodeJS.Timeout | undefined
  const tellChanged = async () => {
    timer = undefined
    const told = [...changed]
    changed.clear()
    const withChats = told.flatMap(([id, { event }]) =>
      isOfChat(event) && event.channelId ? { channelId: event.channelId, visitorId: id } : [],
    )
    const there = await services.visitorPresence.areThere(withChats)
    for (const [id, { event, cursor }] of told) {
      if (!isOfChat(event) || there.has(id)) follower.push(event, cursor)
    }
  }
  follower.onEnd(
    await services.hub.follow(audienceOf(principal), {
      tell(event, cursor) {
        const id = visitorOfVisit(event)
        if (!id || (visitorId && id !== visitorId) || !sees(principal, event)) return
        // A visitor who left must be reported, whatever else they did.
        if (!(isOfChat(event) && changed.has(id))) changed.set(id, { event, cursor })
        timer ??= setTimeout(tellChanged, TOGETHER_MS)
      },
    }),
  )
  follower.onEnd(() => clearTimeout(timer))
  return follower
}

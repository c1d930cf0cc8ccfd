import type { Viewer } from '../domain/viewer.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { EVERYTHING, type EventFilter, passes } from './filter.ts'
import { type LiveEvent, transient } from './live-event.ts'
import { formatCursor, isAhead, LOG_DAYS, type Position, parseCursor, readPosition } from './position.ts'
import { readEventsBehind } from './read-log.ts'

/** A screen that missed more events than this reads everything again, which is cheaper. */
export const REPLAY_LIMIT = 2000
/** How many events may wait for a slow screen before it is told to read everything again. */
const QUEUE_LIMIT = 5000
/** How many events a screen takes at a time, so that the rows they need are read together. */
const BATCH = 100
const DAY_MS = 24 * 3_600_000

/** An event as a single screen gets it. */
export interface Told {
  event: LiveEvent
  /** Where to continue after it: everything before that position was sent. Null for events that are never replayed. */
  cursor: string | null
}

interface Following {
  viewer: Viewer
  after: string | null
  filter?: EventFilter
}

/** Whether the viewer may see the event. */
function isVisible(event: LiveEvent, viewer: Viewer): boolean {
  if (event.userId !== null) return event.userId === viewer.userId
  return event.channelId === null || viewer.channelIds === null || viewer.channelIds.includes(event.channelId)
}

/**
 * The account's events that the viewer may see and wants, in batches: first those after the cursor, then live ones.
 * Without a cursor, only live ones. A cursor that the log has outlived yields one RESYNC. An event may come twice, with
 * the same id. Throws `invalid_cursor` for one that was never given out.
 */
export async function followEvents(
  services: Services,
  { viewer, after, filter = EVERYTHING }: Following,
): Promise<AsyncIterableIterator<Told[]>> {
  const position = after === null ? null : parseCursor(after)
  if (after !== null && !position) throw invalidCursor()
  const resync = () => transient('RESYNC', { accountId: viewer.accountId })
  const follower = new Follower(resync)
  // Follow before reading the replay, so that events committed in between arrive live.
  follower.onEnd(
    await services.hub.follow(viewer.accountId, (event, cursor) => {
      if (!isSignal(event) && isVisible(event, viewer) && passes(event, filter)) follower.push(event, cursor)
    }),
  )
  try {
    if (position) follower.pushFirst(await replay(services, { viewer, filter, position }))
  } catch (error) {
    await follower.return()
    throw error
  }
  return follower
}

/** What the viewer may see of what is true only now: who types and who is there. Nothing is ever sent again. */
export async function followSignals(
  services: Services,
  { viewer, chatIds }: { viewer: Viewer; chatIds: readonly string[] | null },
): Promise<AsyncIterableIterator<Told[]>> {
  const follower = new Follower(() => null)
  const isOfChats = ({ chatId }: LiveEvent) => !chatIds || chatId === null || chatIds.includes(chatId)
  follower.onEnd(
    await services.hub.follow(viewer.accountId, (event, cursor) => {
      if (isSignal(event) && isVisible(event, viewer) && isOfChats(event)) follower.push(event, cursor)
    }),
  )
  return follower
}

function isSignal({ id, kind }: LiveEvent): boolean {
  return id === null && kind !== 'RESYNC'
}

export function invalidCursor(): AppError {
  const message = 'This is not a valid cursor, or the events after it are no longer kept.'
  return new AppError('invalid_cursor', message, { field: 'after' })
}

interface Replay {
  viewer: Viewer
  filter: EventFilter
  position: Position
}

async function replay(services: Services, { viewer, filter, position }: Replay): Promise<Told[]> {
  const { db, hub } = services
  const { accountId, channelIds } = viewer
  // The position of a screen that has got everything that is read below.
  const here = hub.cursor
  const resync = [{ event: transient('RESYNC', { accountId }), cursor: here }]
  if (!(await isInLog(services, position))) return resync
  const rows = await readEventsBehind(db, { accountId, position, channelIds, filter, limit: REPLAY_LIMIT })
  if (!rows) return resync
  const missed = rows
    .map((row) => hub.remember(row))
    .filter((event) => isVisible(event, viewer) && passes(event, filter))
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

/** The queue of one screen: first the missed events, then live ones, each event once. */
class Follower implements AsyncIterableIterator<Told[]> {
  readonly #whenFull: () => LiveEvent | null
  #queue: Told[] = []
  /** Replayed events that may still arrive live, because they were committed just before they were read. */
  #replayed = new Set<bigint>()
  #wake: (() => void) | undefined
  #stop: (() => void) | undefined
  #done = false

  /** `whenFull` takes the place of everything that a slow screen has not taken. */
  constructor(whenFull: () => LiveEvent | null) {
    this.#whenFull = whenFull
  }

  onEnd(stop: () => void): void {
    this.#stop = stop
  }

  push(event: LiveEvent, cursor: string): void {
    if (event.id !== null && this.#replayed.delete(event.id)) return
    if (this.#queue.length >= QUEUE_LIMIT) {
      const instead = this.#whenFull()
      this.#queue = instead ? [{ event: instead, cursor }] : []
    } else this.#queue.push({ event, cursor: isSignal(event) ? null : cursor })
    this.#wake?.()
  }

  pushFirst(missed: Told[]): void {
    this.#replayed = new Set(missed.flatMap(({ event }) => event.id ?? []))
    const isNew = ({ event: { id } }: Told) => id === null || !this.#replayed.delete(id)
    this.#queue = [...missed, ...this.#queue.filter(isNew)]
    this.#wake?.()
  }

  async next(): Promise<IteratorResult<Told[]>> {
    while (this.#queue.length === 0 && !this.#done) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#done) return { value: undefined, done: true }
    return { value: this.#queue.splice(0, BATCH), done: false }
  }

  async return(): Promise<IteratorResult<Told[]>> {
    this.#done = true
    this.#stop?.()
    this.#wake?.()
    return { value: undefined, done: true }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

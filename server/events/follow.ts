import type { Viewer } from '../domain/viewer.ts'
import type { Services } from '../services.ts'
import { type LiveEvent, transient } from './live-event.ts'
import { isAhead, LOG_DAYS, type Position, parseCursor, readPosition } from './position.ts'
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

/** Whether the viewer may see the event. */
function isVisible(event: LiveEvent, viewer: Viewer): boolean {
  if (event.userId !== null) return event.userId === viewer.userId
  return event.channelId === null || viewer.channelIds === null || viewer.channelIds.includes(event.channelId)
}

/**
 * The account's events that the viewer may see, in batches: first those after the cursor, then live ones. Without a
 * cursor, only live ones. An unknown or too old cursor yields one RESYNC. An event may come twice, with the same id.
 */
export async function followEvents(
  services: Services,
  { viewer, after }: { viewer: Viewer; after: string | null },
): Promise<AsyncIterableIterator<Told[]>> {
  const follower = new Follower(viewer.accountId)
  // Follow before reading the replay, so that events committed in between arrive live.
  follower.onEnd(
    await services.hub.follow(viewer.accountId, (event, cursor) => {
      if (isVisible(event, viewer)) follower.push(event, cursor)
    }),
  )
  try {
    if (after !== null) follower.pushFirst(await replay(services, viewer, after))
  } catch (error) {
    await follower.return()
    throw error
  }
  return follower
}

async function replay(services: Services, viewer: Viewer, after: string): Promise<Told[]> {
  const { db, hub } = services
  const { accountId, channelIds } = viewer
  // The position of a screen that has got everything that is read below.
  const here = hub.cursor
  const resync = [{ event: transient('RESYNC', { accountId }), cursor: here }]
  const position = parseCursor(after)
  if (!position || !(await isInLog(services, position))) return resync
  const rows = await readEventsBehind(db, { accountId, position, channelIds, limit: REPLAY_LIMIT })
  if (!rows) return resync
  const missed = rows.map((row) => hub.remember(row)).filter((event) => isVisible(event, viewer))
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

/** The queue of one screen: first the missed events, then live ones, each event once. */
class Follower implements AsyncIterableIterator<Told[]> {
  readonly #accountId: string
  #queue: Told[] = []
  /** Replayed events that may still arrive live, because they were committed just before they were read. */
  #replayed = new Set<bigint>()
  #wake: (() => void) | undefined
  #stop: (() => void) | undefined
  #done = false

  constructor(accountId: string) {
    this.#accountId = accountId
  }

  onEnd(stop: () => void): void {
    this.#stop = stop
  }

  push(event: LiveEvent, cursor: string): void {
    if (event.id !== null && this.#replayed.delete(event.id)) return
    if (this.#queue.length >= QUEUE_LIMIT)
      this.#queue = [{ event: transient('RESYNC', { accountId: this.#accountId }), cursor }]
    else this.#queue.push({ event, cursor: event.id === null && event.kind !== 'RESYNC' ? null : cursor })
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

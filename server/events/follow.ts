import type { Viewer } from '../domain/viewer.ts'
import type { Services } from '../services.ts'
import { fromLog, type LiveEvent, transient } from './live-event.ts'

/**
 * Rows of concurrent transactions become visible out of the order of their ids, so a replay starts earlier
 * than the cursor: by the longest life of a transaction (TRANSACTION_LIMIT_MS) and as much again for clocks
 * that differ. What arrives twice carries the same cursor.
 */
const OVERLAP_MS = 30_000
/** A screen that missed more than this reads everything again, which is cheaper. */
export const REPLAY_LIMIT = 2000
/** Events that may wait for a slow screen before it is told to read everything again. */
const QUEUE_LIMIT = 5000

/** Whether the viewer may learn of the event. */
export function isVisible(event: LiveEvent, viewer: Viewer): boolean {
  if (event.userId !== null) return event.userId === viewer.userId
  return event.channelId === null || viewer.channelIds === null || viewer.channelIds.includes(event.channelId)
}

/**
 * The account's events that the viewer may see: first those after the cursor, then live ones. Without a cursor
 * only live ones. An unknown or too old cursor yields one RESYNC.
 */
export async function followEvents(
  services: Services,
  { viewer, after }: { viewer: Viewer; after: string | null },
): Promise<AsyncIterableIterator<LiveEvent>> {
  const follower = new Follower()
  // Subscribed before the replay is read: what is committed in between arrives live.
  follower.onEnd(
    await services.hub.follow(viewer.accountId, (event) => {
      if (isVisible(event, viewer)) follower.push(event, viewer.accountId)
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

async function replay({ db }: Services, viewer: Viewer, after: string): Promise<LiveEvent[]> {
  const resync = [transient('RESYNC', { accountId: viewer.accountId })]
  const since = await cursorTime(db, viewer.accountId, after)
  if (!since) return resync
  const missed = await db.event.findMany({
    where: { accountId: viewer.accountId, createdAt: { gte: new Date(since.getTime() - OVERLAP_MS) } },
    orderBy: { id: 'asc' },
    take: REPLAY_LIMIT + 1,
  })
  if (missed.length > REPLAY_LIMIT) return resync
  return missed.map((event) => fromLog(event)).filter((event) => isVisible(event, viewer))
}

/** The cursor of an account without events is `0`. */
async function cursorTime(db: Services['db'], accountId: string, cursor: string): Promise<Date | null> {
  if (cursor === '0') return new Date(OVERLAP_MS)
  if (!/^\d{1,18}$/.test(cursor)) return null
  const event = await db.event.findFirst({
    where: { id: BigInt(cursor), accountId },
    select: { createdAt: true },
  })
  return event?.createdAt ?? null
}

/** One screen's queue: what was missed first, then what is live, each event once. */
class Follower implements AsyncIterableIterator<LiveEvent> {
  #queue: LiveEvent[] = []
  /** What was replayed and may still be announced: it was committed a moment before it was read. */
  #replayed = new Set<bigint>()
  #wake: (() => void) | undefined
  #stop: (() => void) | undefined
  #done = false

  onEnd(stop: () => void): void {
    this.#stop = stop
  }

  push(event: LiveEvent, accountId: string): void {
    if (event.id !== null && this.#replayed.delete(event.id)) return
    if (this.#queue.length >= QUEUE_LIMIT) this.#queue = [transient('RESYNC', { accountId })]
    else this.#queue.push(event)
    this.#wake?.()
  }

  pushFirst(missed: LiveEvent[]): void {
    this.#replayed = new Set(missed.flatMap(({ id }) => id ?? []))
    const isNew = ({ id }: LiveEvent) => id === null || !this.#replayed.delete(id)
    this.#queue = [...missed, ...this.#queue.filter(isNew)]
    this.#wake?.()
  }

  async next(): Promise<IteratorResult<LiveEvent>> {
    while (this.#queue.length === 0 && !this.#done) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const value = this.#done ? undefined : this.#queue.shift()
    return value ? { value, done: false } : { value: undefined, done: true }
  }

  async return(): Promise<IteratorResult<LiveEvent>> {
    this.#done = true
    this.#stop?.()
    this.#wake?.()
    return { value: undefined, done: true }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

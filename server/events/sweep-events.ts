import type { Services } from '../services.ts'
import { translateEarlierKinds } from './earlier-kinds.ts'

/** Newer events are still being announced normally; no screen waits for older ones. */
const FROM_SECONDS = 5
const UNTIL_HOURS = 24
const BATCH = 500
/** The most events in one sweep, so that it catches up with a long outage within seconds. */
const BATCHES = 40

/**
 * Announces events that were committed but never announced, because the process died or the bus was unavailable.
 * Returns how many there were.
 */
export async function sweepEvents({ db, announcer }: Services): Promise<number> {
  const now = Date.now()
  const createdAt = { lt: new Date(now - FROM_SECONDS * 1000), gt: new Date(now - UNTIL_HOURS * 3_600_000) }
  let count = 0
  let last = 0n
  for (let batch = 0; batch < BATCHES; batch++) {
    const events = await db.event.findMany({
      where: { announcedAt: null, createdAt, id: { gt: last } },
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    announcer.announce((await translateEarlierKinds(db, events)).map((event) => ({ event })))
    count += events.length
    last = events.at(-1)?.id ?? last
    if (events.length < BATCH) break
  }
  return count
}

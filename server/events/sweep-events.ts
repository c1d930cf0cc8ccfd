import type { Services } from '../services.ts'

/** Younger events are still on the normal path; older ones no screen waits for. */
const FROM_SECONDS = 5
const UNTIL_HOURS = 24
const BATCH = 500

/**
 * Announces again what was committed but never announced: the process died, or the bus was away.
 * Returns how many there were.
 */
export async function sweepEvents({ db, announcer }: Services): Promise<number> {
  const now = Date.now()
  const events = await db.event.findMany({
    where: {
      announcedAt: null,
      createdAt: { lt: new Date(now - FROM_SECONDS * 1000), gt: new Date(now - UNTIL_HOURS * 3_600_000) },
    },
    orderBy: { id: 'asc' },
    take: BATCH,
  })
  announcer.announce(events.map((event) => ({ event })))
  return events.length
}

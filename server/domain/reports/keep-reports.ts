import type { Tx } from '../../database/client.ts'
import type { Services } from '../../services.ts'
import { backfillFacts } from './facts/backfill-facts.ts'
import { refreshStaleFacts } from './facts/refresh-stale-facts.ts'
import { followZones } from './report-zone.ts'
import { rollUp } from './rollups/roll-up.ts'

/** A round that has taken this long leaves the rest to the next: the rest of the sweep must not wait for long. */
const ROUND_MS = 2_000

/**
 * Brings the facts and rollups that reports are made of up to date. Every step is a transaction of its own and leaves what
 * remains to be done in the database, so a process may die at any line. One process at a time does them.
 */
export async function keepReports({ db }: Pick<Services, 'db'>, roundMs = ROUND_MS): Promise<void> {
  const until = Date.now() + roundMs
  for (const step of [followZones, refreshStaleFacts, rollUp, backfillFacts, rollUp]) {
    let isMore = true
    while (isMore && Date.now() < until)
      isMore = await db.$transaction(async (tx) => (await holdReports(tx)) && step(tx))
  }
}

/** Whether this transaction alone may change facts and rollups. */
async function holdReports(tx: Tx): Promise<boolean> {
  const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('reports', 0)) AS taken`
  return lock?.taken ?? false
}

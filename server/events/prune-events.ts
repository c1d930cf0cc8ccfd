import type { Db } from '../database/client.ts'
import { inBatches } from '../database/in-batches.ts'

const BATCH = 2_000

interface Old {
  before: Date
  timeIsUp?: AbortSignal
}

/** Deletes the events from before that time, some at a time. Ids grow with time, so at most one batch of events that stay is read. */
export function pruneEvents(db: Db, { before, timeIsUp }: Old): Promise<void> {
  let after = 0n
  const pruneSome = async () => {
    const [gone] = await db.$queryRaw<{ taken: number; last: bigint | null }[]>`
      WITH oldest AS (
        SELECT id, "createdAt" FROM "Event" WHERE id > ${after} ORDER BY id LIMIT ${BATCH}
      ), gone AS (
        DELETE FROM "Event" WHERE id IN (SELECT id FROM oldest WHERE "createdAt" < ${before}) RETURNING id
      )
      SELECT count(*)::int AS taken, max(id) AS last FROM gone`
    after = gone?.last ?? after
    return gone?.taken ?? 0
  }
  return inBatches(BATCH, pruneSome, timeIsUp)
}

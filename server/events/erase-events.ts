import type { Db, Tx } from '../database/client.ts'
import { inBatches } from '../database/in-batches.ts'
import type { Prisma } from '../generated/prisma/client.ts'

/** Events that a statement looks at. */
const STEP = 5_000

interface ErasedEvents {
  accountId: string
  /** A condition for `e`, the event. */
  which: Prisma.Sql
  /** The first transaction whose events can be among them; all of the log by default. */
  since?: bigint
  timeIsUp?: AbortSignal
}

/**
 * Deletes some events of an account. No index finds events by what they are about, because every message would pay for
 * it: its log is read instead, some thousand events at a time.
 */
export function eraseEvents(
  db: Db | Tx,
  { accountId, which, since = 0n, timeIsUp }: ErasedEvents,
): Promise<void> {
  let last = { txid: since, id: 0n }
  const eraseSome = async () => {
    const rows = await db.$queryRaw<{ txid: bigint; id: bigint; read: number }[]>`
      WITH step AS MATERIALIZED (
        SELECT id, txid FROM "Event"
        WHERE "accountId" = ${accountId}::uuid AND txid >= ${last.txid} AND (txid, id) > (${last.txid}, ${last.id})
        ORDER BY txid, id LIMIT ${STEP}
      ), gone AS (
        DELETE FROM "Event" WHERE id IN (SELECT id FROM step JOIN "Event" e USING (id) WHERE ${which})
      )
      SELECT txid, id, (SELECT count(*)::int FROM step) AS read FROM step ORDER BY txid DESC, id DESC LIMIT 1`
    last = rows[0] ?? last
    return rows[0]?.read ?? 0
  }
  return inBatches(STEP, eraseSome, timeIsUp)
}

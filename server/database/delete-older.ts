import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from './client.ts'
import { inBatches } from './in-batches.ts'

/** Rows per statement, with what depends on them: each statement holds its locks for some ten milliseconds. */
const BATCH = 1_000

interface Older {
  table: Prisma.ModelName
  /** The time that says how old a row is. It needs an index, after the columns that `where` compares with one value. */
  column: string
  before: Date
  where?: Prisma.Sql
  timeIsUp?: AbortSignal
}

/**
 * Deletes the rows of a table that are older than `before`, oldest first and some at a time. Rows that somebody has
 * locked are left for the next run.
 */
export function deleteOlder(db: Db, { table, column, before, where = Prisma.sql`true`, timeIsUp }: Older) {
  const name = Prisma.raw(`"${table}"`)
  const time = Prisma.raw(`"${column}"`)
  let from: Date | null = null
  // Each step begins where the last one ended: the entries of deleted rows stay in the index until it is vacuumed.
  // Joined with `old` instead, a table below some 30 MB would be read as a whole by each step.
  const deleteSome = async () => {
    const [gone] = await db.$queryRaw<{ taken: number; last: Date | null }[]>`
      WITH old AS (
        SELECT ctid AS row, ${time} AS time FROM ${name}
        WHERE ${where} AND ${time} < ${before} AND ${time} >= coalesce(${from}::timestamptz, '-infinity')
        ORDER BY ${time} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT row FROM old)) RETURNING ${time} AS time
      )
      SELECT count(*)::int AS taken, max(time) AS last FROM gone`
    from = gone?.last ?? from
    return gone?.taken ?? 0
  }
  return inBatches(BATCH, deleteSome, timeIsUp)
}

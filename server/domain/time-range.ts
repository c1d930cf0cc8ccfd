import { Prisma } from '../generated/prisma/client.ts'

/** From `since` (inclusive) to `until` (exclusive); either may be missing. */
export interface TimeRange {
  since?: Date | null
  until?: Date | null
}

/** The condition that a column is in the range; undefined without a range. */
export function inRange(column: Prisma.Sql, range: TimeRange | null | undefined): Prisma.Sql | undefined {
  const { since, until } = range ?? {}
  const ends = [
    since && Prisma.sql`${column} >= ${since.toISOString()}::timestamptz`,
    until && Prisma.sql`${column} < ${until.toISOString()}::timestamptz`,
  ].filter((end) => end instanceof Prisma.Sql)
  return ends.length > 0 ? Prisma.join(ends, ' AND ') : undefined
}

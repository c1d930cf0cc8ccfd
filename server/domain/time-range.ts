import { Prisma } from '../generated/prisma/client.ts'

/** From `since`, included, to `until`, excluded; without one of them, without that end. */
export interface TimeRange {
  since?: Date | null
  until?: Date | null
}

/** The condition that a column lies in the range; undefined when there is none. */
export function inRange(column: Prisma.Sql, range: TimeRange | null | undefined): Prisma.Sql | undefined {
  const { since, until } = range ?? {}
  const ends = [
    since && Prisma.sql`${column} >= ${since.toISOString()}::timestamptz`,
    until && Prisma.sql`${column} < ${until.toISOString()}::timestamptz`,
  ].filter((end) => end instanceof Prisma.Sql)
  return ends.length > 0 ? Prisma.join(ends, ' AND ') : undefined
}

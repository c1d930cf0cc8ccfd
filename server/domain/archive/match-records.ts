import { Prisma } from '../../generated/prisma/client.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { isIndexed, visitorsMatching } from '../visitors/match-visitors.ts'
import type { RecordTable } from './record-tables.ts'
import type { SearchWords } from './search-words.ts'

/** How a search finds records. */
export interface RecordMatch {
  /** By words: conditions on their table, each with its own index. */
  ways: Prisma.Sql[]
  /**
   * The statement for the ids of visitors whose name or contacts contain the phrase; null when that cannot be
   * looked up.
   */
  visitors: Prisma.Sql | null
  /** All of it as one condition, for a row that is at hand. */
  condition: Prisma.Sql
}

interface SearchCriteria {
  words: SearchWords
  /** The table's own search conditions for the words. */
  ways: Prisma.Sql[]
}

/**
 * By the table's own conditions, and by a part of the visitor's name, e-mail address, phone number or id.
 * Null when these can find nothing.
 */
export function matchRecords(
  viewer: Viewer,
  { name }: RecordTable,
  { words: { phrase }, ways }: SearchCriteria,
): RecordMatch | null {
  const isPart = isIndexed(phrase)
  const isCalled = visitorsMatching(phrase)
  if (!isPart && ways.length === 0) return null
  // OFFSET keeps PostgreSQL from searching for all of these visitors first.
  const ofVisitor = Prisma.sql`EXISTS (
    SELECT FROM "Visitor" WHERE id = ${name}."visitorId" AND ${isCalled} OFFSET 0)`
  return {
    ways,
    visitors: isPart
      ? Prisma.sql`SELECT coalesce("mergedIntoId", id) AS id FROM "Visitor" WHERE ${reachedBy(viewer)} AND ${isCalled}`
      : null,
    condition: Prisma.sql`(${Prisma.join([...ways, ...(isPart ? [ofVisitor] : [])], ' OR ')})`,
  }
}

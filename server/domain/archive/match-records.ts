import { Prisma } from '../../generated/prisma/client.ts'
import { isIndexed, visitorsMatching } from '../visitors/match-visitors.ts'
import type { RecordTable } from './record-tables.ts'
import type { SearchWords } from './search-words.ts'

/** How a search finds records. */
export interface RecordMatch {
  /** By words: conditions on their table, each with its own index. */
  ways: Prisma.Sql[]
  /** Whether a part of the visitor's name or contacts can be looked up. */
  isPart: boolean
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
    isPart,
    condition: Prisma.sql`(${Prisma.join([...ways, ...(isPart ? [ofVisitor] : [])], ' OR ')})`,
  }
}

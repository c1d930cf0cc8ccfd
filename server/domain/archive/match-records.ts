import { Prisma } from '../../generated/prisma/client.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { visitorsMatching } from '../visitors/match-visitors.ts'
import type { RecordTable } from './record-tables.ts'
import type { SearchWords } from './search-words.ts'

/** What the index of trigrams can look up in every locale; other parts of names would be looked for in all visitors. */
const TRIGRAM = /[a-z0-9]{3}/i

/** How a search finds records. */
export interface RecordMatch {
  /** By words: conditions on their table, each with an index of its own. */
  ways: Prisma.Sql[]
  /** The statement with the ids of those whose name or contacts hold the phrase; null when that cannot be looked up. */
  visitors: Prisma.Sql | null
  /** All of it as one condition, for a row that is at hand. */
  condition: Prisma.Sql
}

interface Given {
  words: SearchWords
  /** The table's own ways of being found by the words. */
  ways: Prisma.Sql[]
}

/**
 * By the ways of the table, and by a part of the visitor's name, e-mail address, phone number or id. Null when nothing
 * can be found so.
 */
export function matchRecords(
  viewer: Viewer,
  { name }: RecordTable,
  { words: { phrase }, ways }: Given,
): RecordMatch | null {
  const isPart = TRIGRAM.test(phrase)
  const isCalled = visitorsMatching(phrase)
  if (!isPart && ways.length === 0) return null
  // OFFSET keeps PostgreSQL from looking for all of these visitors first.
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

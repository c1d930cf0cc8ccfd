import { Prisma } from '../../generated/prisma/client.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { visitorsMatching } from '../visitors/match-visitors.ts'
import type { SearchWords } from './search-words.ts'

/** Of more visitors, a page is found sooner by going through the archive. */
const FEW_VISITORS = 1_000
/** What the index of trigrams can look up in every locale; other parts of names would be looked for in all visitors. */
const TRIGRAM = /[a-z0-9]{3}/i
const NUMBER = /^#?(\d{1,9})$/

/** How a search finds chats. Each condition is one on `"ArchivedChat"` with an index of its own. */
export interface ArchiveMatch {
  ways: Prisma.Sql[]
  /** The same as one condition, for a row that is at hand. */
  condition: Prisma.Sql
  /** The statement with the ids that `ways` call `visitor`, those who are meant by the phrase. */
  visitors: Prisma.Sql
  /** Whether these are too many to look up their chats. */
  tooManyVisitors: Prisma.Sql
}

/**
 * By the words of a chat's messages and of its visitor's data; by a part of the visitor's name, e-mail, phone or id; by
 * its number. Null when nothing can be found so.
 */
export function matchArchive(viewer: Viewer, { phrase, tsquery }: SearchWords): ArchiveMatch | null {
  const isPart = TRIGRAM.test(phrase)
  const number = NUMBER.exec(phrase)?.[1]
  const isCalled = visitorsMatching(phrase)
  const inEveryWay = [
    ...(tsquery ? [Prisma.sql`document @@ ${tsquery}::tsquery`] : []),
    ...(number ? [byNumber(viewer, Number(number))] : []),
  ]
  if (!isPart && inEveryWay.length === 0) return null
  // OFFSET keeps PostgreSQL from looking for all of these visitors first.
  const ofVisitor = Prisma.sql`EXISTS (
    SELECT FROM "Visitor" WHERE id = "ArchivedChat"."visitorId" AND ${isCalled} OFFSET 0)`
  return {
    ways: [...inEveryWay, ...(isPart ? [Prisma.sql`"visitorId" IN (SELECT id FROM visitor)`] : [])],
    condition: Prisma.sql`(${Prisma.join([...inEveryWay, ...(isPart ? [ofVisitor] : [])], ' OR ')})`,
    visitors: Prisma.sql`
      SELECT coalesce("mergedIntoId", id) AS id FROM "Visitor" WHERE ${isPart ? Prisma.sql`${reachedBy(viewer)} AND ${isCalled}` : Prisma.sql`FALSE`}
      LIMIT ${FEW_VISITORS + 1}`,
    tooManyVisitors: Prisma.sql`(SELECT count(*) FROM visitor) > ${FEW_VISITORS}`,
  }
}

function byNumber({ accountId }: Viewer, number: number): Prisma.Sql {
  return Prisma.sql`"chatId" IN (SELECT id FROM "Chat" WHERE "accountId" = ${accountId}::uuid AND number = ${number}::int)`
}

import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../escape-like.ts'
import { numberIn } from '../search-phrase.ts'
import { visitorWithNumber } from '../visitors/visitor-with-number.ts'
import type { SearchWords } from './search-words.ts'

const TELEPHONE = /^[\d\s()./+-]+$/
/** Fewer digits than this occur in too many telephone numbers to be searched for. */
const FEWEST_DIGITS = 3

/**
 * The condition that the column `document` contains every word, or one that begins with it; none without a
 * word.
 */
export function byDocument({ tsquery, lookedUp }: SearchWords): Prisma.Sql[] {
  if (!tsquery) return []
  const found = Prisma.sql`document @@ ${lookedUp}::tsquery`
  // IS TRUE hides the second condition from the index.
  return [lookedUp === tsquery ? found : Prisma.sql`${found} AND (document @@ ${tsquery}::tsquery) IS TRUE`]
}

/**
 * The condition that the digits are part of the telephone number in a column. However it is typed: a number is stored
 * with its country code and without blanks.
 */
export function byTelephone(column: Prisma.Sql, { phrase }: SearchWords): Prisma.Sql[] {
  const digits = TELEPHONE.test(phrase) ? phrase.replace(/\D/g, '').replace(/^0+/, '') : ''
  return digits.length < FEWEST_DIGITS ? [] : [Prisma.sql`${column} LIKE ${`%${escapeLike(digits)}%`}`]
}

/** The condition that the visitor has this number. */
export function byVisitorNumber(accountId: string, { phrase }: SearchWords): Prisma.Sql[] {
  const number = numberIn(phrase)
  if (number === null) return []
  return [Prisma.sql`"visitorId" IN (${visitorWithNumber(accountId, number)})`]
}

/** The condition that a column names the chat with this number. */
export function byChatNumber(column: Prisma.Sql, accountId: string, { phrase }: SearchWords): Prisma.Sql[] {
  const number = numberIn(phrase)
  if (number === null) return []
  return [
    Prisma.sql`${column} IN (SELECT id FROM "Chat" WHERE "accountId" = ${accountId}::uuid AND number = ${number}::int)`,
  ]
}

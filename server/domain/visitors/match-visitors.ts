import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../escape-like.ts'

/**
 * Whether an index can look up the words: three letters or digits in a row, in any script, or one character of the
 * scripts of East Asia. For shorter parts of names, all visitors would be scanned. The function `letter_groups` of the database
 * has the same rule for what is not ASCII.
 */
export function isIndexed(words: string): boolean {
  return /[a-z0-9\u{80}-\u{10FFFF}]{3}|[\u{2E80}-\u{10FFFF}]/iu.test(words)
}

/**
 * The condition on `"Visitor"` that the words are part of the name, e-mail address, phone number or id. Case
 * is ignored.
 */
export function visitorsMatching(words: string): Prisma.Sql {
  return Prisma.sql`"Visitor".search LIKE lower(${`%${escapeLike(words)}%`})`
}

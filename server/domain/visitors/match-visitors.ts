import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../escape-like.ts'

/**
 * Whether the trigram index can look up the words in every locale; for other parts of names, all visitors would be
 * scanned.
 */
export function isIndexed(words: string): boolean {
  return /[a-z0-9]{3}/i.test(words)
}

/**
 * The condition on `"Visitor"` that the words are part of the name, e-mail address, phone number or id. Case
 * is ignored.
 */
export function visitorsMatching(words: string): Prisma.Sql {
  return Prisma.sql`"Visitor".search LIKE lower(${`%${escapeLike(words)}%`})`
}

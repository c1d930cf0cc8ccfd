import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../escape-like.ts'

const SEARCH_LENGTH = 100

/** The words of a search as they count: null when there are none. */
export function readSearch(search: string): string | null {
  return search.trim().slice(0, SEARCH_LENGTH) || null
}

/**
 * The condition on `"Visitor"` that the words are part of the name, e-mail address, phone number or id. Upper and lower
 * case are the same.
 */
export function visitorsMatching(words: string): Prisma.Sql {
  return Prisma.sql`"Visitor".search LIKE lower(${`%${escapeLike(words)}%`})`
}

/** The condition that this is the e-mail address. The search comes first, because it has the index. */
export function visitorsWithEmail(email: string): Prisma.Sql {
  return Prisma.sql`${visitorsMatching(email)} AND lower("Visitor".email) = lower(${email})`
}

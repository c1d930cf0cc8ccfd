import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../escape-like.ts'

/**
 * The condition on `"Visitor"` that the words are part of the name, e-mail address, phone number or id. Case
 * is ignored.
 */
export function visitorsMatching(words: string): Prisma.Sql {
  return Prisma.sql`"Visitor".search LIKE lower(${`%${escapeLike(words)}%`})`
}

/** The condition that this is the e-mail address. The search comes first, because it has the index. */
export function visitorsWithEmail(email: string): Prisma.Sql {
  return Prisma.sql`${visitorsMatching(email)} AND lower("Visitor".email) = lower(${email})`
}

import { Prisma } from '../generated/prisma/client.ts'

/**
 * How a statement locks the items `i` that it changes. A statement that changes several does not wait for locked
 * ones: they are changed separately, so that nothing else waits for them and two statements never wait for each
 * other.
 */
export function lockItems(count: number): Prisma.Sql {
  return count > 1 ? Prisma.sql`FOR NO KEY UPDATE OF i SKIP LOCKED` : Prisma.sql`FOR NO KEY UPDATE OF i`
}

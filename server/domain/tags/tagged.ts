import { Prisma } from '../../generated/prisma/client.ts'

/**
 * The condition that a row of `"Chat"` or `"ArchivedChat"` has one of these tags; without any, that it has none. The
 * first part is that of the index, which has no other rows.
 */
export function tagged(table: 'Chat' | 'ArchivedChat', tagIds: readonly string[]): Prisma.Sql {
  const column = Prisma.raw(`"${table}"."tagIds"`)
  if (tagIds.length === 0) return Prisma.sql`${column} = '{}'::uuid[]`
  return Prisma.sql`(${column} <> '{}'::uuid[] AND ${column} && ${[...tagIds]}::uuid[])`
}

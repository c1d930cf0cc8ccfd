import { Prisma } from '../generated/prisma/client.ts'

/**
 * Columns by name, for a statement that inserts whole rows. With `*` instead, a statement would set a column that a
 * newer version of the schema has to NULL, where it should get its default.
 */
export function columnList(names: Iterable<string>): Prisma.Sql {
  return Prisma.raw([...names].map((name) => `"${name}"`).join(', '))
}

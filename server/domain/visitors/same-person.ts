import type { Prisma } from '../../generated/prisma/client.ts'

/** The visitor whom a token named when it was read, even if they have been merged into another since. */
export function samePerson(visitorId: string): Prisma.VisitorWhereInput {
  return { OR: [{ id: visitorId }, { merged: { some: { id: visitorId } } }] }
}

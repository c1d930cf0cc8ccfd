import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

/** Which of these visitors are still themselves: neither gone nor merged into another. One statement, however many they are. */
export async function findCurrentVisitors(
  { pool }: Pick<Services, 'pool'>,
  visitorIds: string[],
): Promise<Set<string>> {
  if (visitorIds.length === 0) return new Set()
  const rows = await queryDirect<{ id: string }>(
    pool,
    Prisma.sql`SELECT id FROM "Visitor" WHERE id = ANY(${visitorIds}::uuid[]) AND "mergedIntoId" IS NULL`,
  )
  return new Set(rows.map(({ id }) => id))
}

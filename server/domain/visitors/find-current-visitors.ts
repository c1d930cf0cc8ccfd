import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

/**
 * Which of these visitors are still themselves: neither gone nor merged into another, nor of a channel that was deleted.
 * One statement, however many they are.
 */
export async function findCurrentVisitors(
  { pool }: Pick<Services, 'pool'>,
  visitorIds: string[],
): Promise<Set<string>> {
  if (visitorIds.length === 0) return new Set()
  const rows = await queryDirect<{ id: string }>(
    pool,
    Prisma.sql`SELECT v.id FROM "Visitor" v JOIN "Channel" c ON c.id = v."channelId"
      WHERE v.id = ANY(${visitorIds}::uuid[]) AND v."mergedIntoId" IS NULL AND c."deletedAt" IS NULL`,
  )
  return new Set(rows.map(({ id }) => id))
}

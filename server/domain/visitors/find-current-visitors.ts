import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

/**
 * Those of these visitors who are still themselves, neither gone nor merged into another, nor of a channel that was
 * deleted, by their ids, with the origins where their widget works. One statement, however many they are.
 */
export async function findCurrentVisitors(
  { pool }: Pick<Services, 'pool'>,
  visitorIds: string[],
): Promise<Map<string, { origins: string[] }>> {
  if (visitorIds.length === 0) return new Map()
  const rows = await queryDirect<{ id: string; origins: string[] }>(
    pool,
    Prisma.sql`SELECT v.id, coalesce(widget.origins, '{}') AS origins
      FROM "Visitor" v JOIN "Channel" c ON c.id = v."channelId"
      LEFT JOIN "WidgetSettings" widget ON widget."channelId" = c.id
      WHERE v.id = ANY(${visitorIds}::uuid[]) AND v."mergedIntoId" IS NULL AND c."deletedAt" IS NULL`,
  )
  return new Map(rows.map(({ id, origins }) => [id, { origins }]))
}

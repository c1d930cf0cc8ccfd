import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/**
 * Reads rows for many parents in one statement. `rows` runs once for each of them, refers to the parent as `parent.id`
 * and ends with its own ORDER BY and LIMIT. The results are in the order of the parents.
 */
export async function readPerParent<Row extends object>(
  pool: Pool,
  parentIds: readonly string[],
  rows: Prisma.Sql,
): Promise<Row[][]> {
  const statement = Prisma.sql`SELECT parent.id AS "parentId", child.*
    FROM unnest(${[...parentIds]}::uuid[]) AS parent(id) CROSS JOIN LATERAL (${rows}) AS child`
  const byParent = new Map<string, Row[]>(parentIds.map((id) => [id, []]))
  for (const row of await queryDirect<Row & { parentId: string }>(pool, statement)) {
    byParent.get(row.parentId)?.push(row)
  }
  return parentIds.map((id) => byParent.get(id) ?? [])
}

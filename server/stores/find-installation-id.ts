import type { Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import { Prisma } from '../generated/prisma/client.ts'

/** Which installation the database is. A migration made the id; a copy of the database is the same installation. */
export async function findInstallationId(pool: Pool): Promise<string> {
  const rows = await queryDirect<{ id: string }>(pool, Prisma.sql`SELECT id FROM "Installation"`)
  return (rows[0] as { id: string }).id
}

import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { isFull } from './count-answered.ts'

interface OfChannel {
  channelId: string
  /** The ids of the operators who are connected. */
  connected: ReadonlySet<string>
}

/** Whether somebody is available on a channel, but everybody who is answers as many chats as they may. */
export async function areAllFull(pool: Pool, { channelId, connected }: OfChannel): Promise<boolean> {
  if (connected.size === 0) return false
  const [row] = await queryDirect<{ areFull: boolean }>(
    pool,
    Prisma.sql`
      SELECT coalesce(bool_and(${isFull(Prisma.sql`person`)}), false) AS "areFull"
      FROM "ChannelOperator" assigned JOIN "User" person ON person.id = assigned."userId"
      WHERE assigned."channelId" = ${channelId}::uuid AND person.id = ANY(${[...connected]}::uuid[])
        AND person.available AND person."deactivatedAt" IS NULL`,
  )
  return row?.areFull === true
}

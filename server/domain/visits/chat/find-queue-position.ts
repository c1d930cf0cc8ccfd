import type { Pool } from '../../../database/client.ts'
import { queryDirect } from '../../../database/query-direct.ts'
import { type Chat, Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { queuePlace } from '../../chats/queue-place.ts'

/** The place of a waiting chat among those of its channel and department: 1 is the next. Null unless it waits. */
export async function findQueuePosition(
  { pool }: Services,
  { id, status }: Pick<Chat, 'id' | 'status'>,
): Promise<number | null> {
  if (status !== 'QUEUED') return null
  const [found] = await findQueuePositions(pool, [id])
  return found?.position ?? null
}

/** The places of several chats, without those that do not wait. */
export function findQueuePositions(
  pool: Pool,
  chatIds: readonly string[],
): Promise<{ chatId: string; position: number }[]> {
  return queryDirect(
    pool,
    Prisma.sql`
    SELECT chat.id AS "chatId", (
      SELECT count(*)::int FROM "Chat" other
      WHERE other."accountId" = chat."accountId" AND other."channelId" = chat."channelId"
        AND other."departmentId" IS NOT DISTINCT FROM chat."departmentId" AND other.status = 'QUEUED'
        AND (${queuePlace('other', Prisma.sql`other."queuedAt"`)}, other.id)
          <= (${queuePlace('chat', Prisma.sql`chat."queuedAt"`)}, chat.id)) AS position
    FROM "Chat" chat
    WHERE chat.id = ANY(${chatIds}::uuid[]) AND chat.status = 'QUEUED' AND chat."queuedAt" IS NOT NULL`,
  )
}

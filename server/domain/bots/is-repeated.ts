import type { Db, Tx } from '../../db.ts'
import { LAST_REPEAT_GRACE_MS, REPEAT_GRACE_MS } from './bot-schedule.ts'

/**
 * Whether the chat's bot has said this before, in answer to an event that was sent more than once: then it answers
 * each attempt (open points B). Two at once are seen one after the other by transactions that hold the chat.
 */
export async function isRepeated(db: Db | Tx, chatId: string, hash: Buffer): Promise<boolean> {
  const now = Date.now()
  const since = new Date(now - REPEAT_GRACE_MS)
  const sinceWhenLast = new Date(now - LAST_REPEAT_GRACE_MS)
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "BotEvent" sent JOIN "BotEvent" reply
      ON reply."chatId" = sent."chatId" AND reply.direction = 'IN' AND reply."createdAt" >= sent."startedAt"
    WHERE sent."chatId" = ${chatId}::uuid AND sent.kind = 'CLIENT_MESSAGE' AND sent.direction = 'OUT'
      AND (sent.attempts > 1 OR sent.attempts = 1 AND sent."claimedUntil" IS NOT NULL)
      AND (sent."finishedAt" IS NULL OR sent."finishedAt" > ${since}
        OR sent."finishedAt" > ${sinceWhenLast} AND NOT EXISTS (
          SELECT FROM "BotEvent" later
          WHERE later."chatId" = sent."chatId" AND later.kind = 'CLIENT_MESSAGE' AND later.direction = 'OUT'
            AND later.position > sent.position AND later."startedAt" IS NOT NULL))
      AND reply."contentHash" = ${hash} AND reply.state IN ('RECEIVED', 'LATE')
    LIMIT 1`
  return rows.length > 0
}

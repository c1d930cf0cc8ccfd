import type { Tx } from '../../db.ts'
import { REPEAT_GRACE_MS } from './bot-schedule.ts'

/**
 * Whether the chat's bot has said this before, in answer to an event that was sent more than once: then it answers
 * each attempt (open points B). The transaction holds the chat, so two at once are seen one after the other.
 */
export async function isRepeated(tx: Tx, chatId: string, hash: Buffer): Promise<boolean> {
  const since = new Date(Date.now() - REPEAT_GRACE_MS)
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "BotEvent" sent JOIN "BotEvent" reply
      ON reply."chatId" = sent."chatId" AND reply.direction = 'IN' AND reply."createdAt" >= sent."startedAt"
    WHERE sent."chatId" = ${chatId}::uuid AND sent.kind = 'CLIENT_MESSAGE' AND sent.direction = 'OUT'
      AND (sent.attempts > 1 OR sent.attempts = 1 AND sent."claimedUntil" IS NOT NULL)
      AND (sent."finishedAt" IS NULL OR sent."finishedAt" > ${since})
      AND reply."contentHash" = ${hash} AND reply.state IN ('RECEIVED', 'LATE')
    LIMIT 1`
  return rows.length > 0
}

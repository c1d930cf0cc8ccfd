import type { Db } from '../../../database/client.ts'

/** The next round takes the rest. */
const BATCH = 200

/** The chats of an account that wait, or did until somebody took them, and that no round has looked at yet. */
export function findUnruledChats(db: Db, accountId: string): Promise<{ id: string }[]> {
  return db.$queryRaw`
    SELECT chat.id FROM "Chat" chat
    WHERE chat."accountId" = ${accountId}::uuid AND chat.status <> 'CLOSED'
      AND chat.status IN ('QUEUED', 'ACTIVE') AND chat."queuedAt" IS NOT NULL AND chat."ruledAt" IS NULL
    ORDER BY chat."createdAt", chat.id LIMIT ${BATCH}`
}

import { Prisma } from '../../../generated/prisma/client.ts'
import { WEBHOOK } from '../sending/webhook.ts'

/**
 * The statement that removes from the log what endpoints were told of offline messages, which have no chat that would
 * take it along. `ids` selects the messages as text.
 */
export function deleteOfflineDeliveries(accountId: string, ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM "OutboxItem"
    WHERE "accountId" = ${accountId}::uuid AND kind = ${WEBHOOK} AND event = 'offline_message'
      AND data->>'offlineMessageId' IN (${ids})`
}

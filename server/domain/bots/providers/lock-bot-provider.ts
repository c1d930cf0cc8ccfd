import type { Tx } from '../../../database/client.ts'
import type { BotProvider } from '../../../generated/prisma/client.ts'

/**
 * Locks a provider for a change, or for a bot that is about to be connected: deleting it waits, and then also disconnects
 * that bot. Null when it does not exist.
 */
export async function lockBotProvider(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<BotProvider | null> {
  await tx.$queryRaw`
    SELECT 1 FROM "BotProvider" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`
  return tx.botProvider.findUnique({ where: { id, accountId, deletedAt: null } })
}

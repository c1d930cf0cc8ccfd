import type { Tx } from '../../../database/client.ts'
import { orNotFound } from '../../../database/or-not-found.ts'
import type { Bot } from '../../../generated/prisma/client.ts'

/**
 * Locks a bot for a change: disconnecting it waits, and then also frees the channels that it gets. Throws `not_found`.
 */
export async function lockBot(tx: Tx, { accountId, id }: { accountId: string; id: string }): Promise<Bot> {
  await tx.$queryRaw`
    SELECT 1 FROM "Bot" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`
  return orNotFound(tx.bot.findUniqueOrThrow({ where: { id, accountId, deletedAt: null } }), 'bot')
}

import type { Tx } from '../../database/client.ts'

/**
 * Locks the account for this transaction: changes that check several of its people (the last admin, one
 * invitation for an address) run one after the other. New visitors and chats wait for it too, and hold other locks
 * meanwhile: take it last, and keep it short.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Account" WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`
}

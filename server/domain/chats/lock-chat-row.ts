import type { Tx } from '../../database/client.ts'
import type { Chat } from '../../generated/prisma/client.ts'

/**
 * Locks a chat for this transaction, whoever may see it, so that its status, its members and its sequence change
 * together: for what bots, webhooks and jobs do. Null when it does not exist.
 */
export async function lockChatRow(tx: Tx, chatId: string): Promise<Chat | null> {
  await tx.$queryRaw`SELECT 1 FROM "Chat" WHERE id = ${chatId}::uuid FOR NO KEY UPDATE`
  return tx.chat.findUnique({ where: { id: chatId } })
}

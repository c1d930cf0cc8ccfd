import type { Tx } from '../../../database/client.ts'
import type { Chat } from '../../../generated/prisma/client.ts'

/** Locks a bot's chat for this transaction, so that its status and its sequence change together. */
export async function lockBotChat(tx: Tx, chatId: string): Promise<Chat> {
  await tx.$queryRaw`SELECT 1 FROM "Chat" WHERE id = ${chatId}::uuid FOR NO KEY UPDATE`
  return tx.chat.findUniqueOrThrow({ where: { id: chatId } })
}

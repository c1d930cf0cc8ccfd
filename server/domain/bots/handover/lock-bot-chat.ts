import type { Tx } from '../../../database/client.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import { lockChatRow } from '../../chats/lock-chat-row.ts'

/** Locks a bot's chat for this transaction. */
export async function lockBotChat(tx: Tx, chatId: string): Promise<Chat> {
  const chat = await lockChatRow(tx, chatId)
  if (!chat) throw new Error('The chat of a bot no longer exists.')
  return chat
}

import type { Tx } from '../../database/client.ts'
import type { Record } from '../../events/transact.ts'
import type { Chat, Prisma } from '../../generated/prisma/client.ts'

/** Writes a change of the chat itself and records it. */
export async function changeChat(
  tx: Tx,
  record: Record,
  chatId: string,
  data: Prisma.ChatUncheckedUpdateInput,
): Promise<Chat> {
  const chat = await tx.chat.update({ where: { id: chatId }, data: { ...data, revision: { increment: 1 } } })
  await record({ accountId: chat.accountId, kind: 'CHAT_UPDATED', channelId: chat.channelId, chatId })
  return chat
}

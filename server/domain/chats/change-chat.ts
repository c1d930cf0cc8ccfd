import type { Work } from '../../events/transact.ts'
import type { Chat, Prisma } from '../../generated/prisma/client.ts'

/** Writes a change of the chat itself and records it. */
export async function changeChat(
  work: Work,
  chatId: string,
  data: Prisma.ChatUncheckedUpdateInput,
): Promise<Chat> {
  const chat = await work.tx.chat.update({
    where: { id: chatId },
    data: { ...data, revision: { increment: 1 } },
  })
  await work.record({ accountId: chat.accountId, kind: 'CHAT_UPDATED', channelId: chat.channelId, chatId })
  return chat
}

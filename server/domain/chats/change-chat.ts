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
  const { accountId, channelId, visitorId } = chat
  // Of what changes in a chat, its status is all that concerns the visitor.
  const heard = data.status === undefined ? {} : { visitorId }
  await work.record({ accountId, kind: 'CHAT_UPDATED', channelId, chatId, ...heard })
  return chat
}

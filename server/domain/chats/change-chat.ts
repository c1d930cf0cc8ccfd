import type { NewEvent } from '../../events/record.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat, Prisma } from '../../generated/prisma/client.ts'

/** An event of a known chat. */
export type ChatChange = Pick<NewEvent, 'kind' | 'actor' | 'messageId' | 'subjectId' | 'data'>

/** Writes a change of the chat itself and records what happened. */
export async function changeChat(
  work: Work,
  chatId: string,
  data: Prisma.ChatUncheckedUpdateInput,
  change: ChatChange,
): Promise<Chat> {
  const chat = await work.tx.chat.update({
    where: { id: chatId },
    data: { ...data, revision: { increment: 1 } },
  })
  await work.record({ accountId: chat.accountId, channelId: chat.channelId, chatId, ...change })
  return chat
}

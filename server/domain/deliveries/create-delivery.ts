import type { Work } from '../../events/transact.ts'
import type { Chat, Message } from '../../generated/prisma/client.ts'

/** Queues a message for its way out, in the visitor's lane. */
export async function createDelivery(
  { tx, wake }: Pick<Work, 'tx' | 'wake'>,
  chat: Chat,
  message: Message,
): Promise<void> {
  const lane = chat.visitorId
  await tx.delivery.create({
    data: {
      accountId: chat.accountId,
      channelId: chat.channelId,
      chatId: chat.id,
      messageId: message.id,
      lane,
    },
  })
  wake(lane)
}

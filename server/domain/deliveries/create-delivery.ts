import type { Tx } from '../../database/client.ts'
import type { Chat, Message } from '../../generated/prisma/client.ts'

/** Queues a message for its way out, in the visitor's lane. Returns the lane to wake after the commit. */
export async function createDelivery(tx: Tx, chat: Chat, message: Message): Promise<string> {
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
  return lane
}

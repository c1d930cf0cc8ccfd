import type { Work } from '../../events/transact.ts'
import type { Chat, Message } from '../../generated/prisma/client.ts'
import { CLIENT_REPLY, replyLane } from './client-reply.ts'

/** Queues a message for its way out, in the visitor's lane. */
export async function createDelivery(
  { tx, wake }: Pick<Work, 'tx' | 'wake'>,
  chat: Chat,
  message: Message,
): Promise<void> {
  const lane = replyLane(chat.visitorId)
  await tx.outboxItem.create({
    data: {
      kind: CLIENT_REPLY,
      accountId: chat.accountId,
      receiverId: chat.channelId,
      chatId: chat.id,
      messageId: message.id,
      lane,
    },
  })
  wake(lane)
}

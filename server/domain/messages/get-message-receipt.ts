import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import { discardedSince } from '../visitors/discarded-message.ts'

export interface MessageReceipt {
  message_id: string
  /** `read` once an operator has seen it. */
  state: 'received' | 'read'
  /** ISO 8601. */
  received_at: string
}

/** The state of a visitor's message (open points A, receipts). Throws `not_found`, even for a message of another channel. */
export async function getMessageReceipt(
  { db, env }: Services,
  { channel, messageId }: { channel: ChannelEntry; messageId: string },
): Promise<MessageReceipt> {
  const id = z.uuid().safeParse(messageId)
  const message = id.success
    ? await db.message.findFirst({
        where: {
          id: id.data,
          author: 'VISITOR',
          accountId: channel.accountId,
          chat: { channelId: channel.id },
        },
        select: { id: true, seq: true, createdAt: true, chatId: true },
      })
    : null
  const discardedAt = !message && id.success ? discardedSince(env, channel.id, id.data) : null
  if (discardedAt) return { message_id: messageId, state: 'received', received_at: discardedAt.toISOString() }
  if (!message) throw new AppError('not_found', 'This message does not exist on this channel.')
  const read = await db.chatRead.findFirst({
    where: { chatId: message.chatId, lastSeq: { gte: message.seq } },
  })
  return {
    message_id: message.id,
    state: read ? 'read' : 'received',
    received_at: message.createdAt.toISOString(),
  }
}

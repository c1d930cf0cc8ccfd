import type { Tx } from '../../../database/client.ts'
import { AppError } from '../../../errors.ts'
import type { ChannelKind, Message } from '../../../generated/prisma/client.ts'
import { type LockedChat, lockChat } from '../../chats/lock-chat.ts'
import { type Viewer, within } from '../../viewer.ts'

/**
 * Locks the chat of an entry, and returns the entry as it is until the transaction ends, with the kind of its channel. Throws
 * `not_found` for an entry that the viewer may not see.
 */
export async function lockMessage(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<{ message: Message; chat: LockedChat; channel: ChannelKind }> {
  const { accountId, ...chat } = within(viewer)
  const known = await tx.message.findFirst({
    where: { id, accountId, chat },
    select: { chatId: true, chat: { select: { channel: { select: { kind: true } } } } },
  })
  if (!known)
    throw new AppError('not_found', 'This message does not exist, or you cannot see it.', {
      field: 'input.id',
    })
  const locked = await lockChat(tx, viewer, known.chatId, 'input.id')
  const message = await tx.message.findUniqueOrThrow({ where: { id } })
  return { chat: locked, message, channel: known.chat.channel.kind }
}

import type { Work } from '../../../events/transact.ts'
import type { ChannelKind, Chat, Message } from '../../../generated/prisma/client.ts'
import { createDelivery } from '../../deliveries/create-delivery.ts'
import { channelKinds } from './channel-kinds.ts'

/** Brings a stored message to the visitor in the way of the channel. A live channel has it from the event already. */
export async function replyToVisitor(
  work: Pick<Work, 'tx' | 'wake'>,
  kind: ChannelKind,
  chat: Chat,
  message: Message,
): Promise<void> {
  if (channelKinds[kind].replies === 'DELIVERED') await createDelivery(work, chat, message)
}

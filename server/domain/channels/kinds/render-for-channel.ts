import type { ChannelKind, Message, MessageType } from '../../../generated/prisma/client.ts'
import { channelKinds } from './channel-kinds.ts'

/**
 * The type in which a message is sent through a channel: its own if the channel can show it, or else TEXT if it has
 * plain text (contract, part 2.6), or else null: nothing is sent.
 */
export function renderForChannel(
  kind: ChannelKind,
  { type, text }: Pick<Message, 'type' | 'text'>,
): MessageType | null {
  if (channelKinds[kind].renders.has(type)) return type
  return text ? 'TEXT' : null
}

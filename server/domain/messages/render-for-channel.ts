import type { ChannelKind, Message, MessageType } from '../../generated/prisma/client.ts'

const MEDIA: MessageType[] = ['VIDEO', 'AUDIO', 'VOICE', 'PHOTO', 'STICKER', 'DOCUMENT', 'LOCATION']

/** What each kind of channel can show. */
const rendered: Record<ChannelKind, readonly MessageType[]> = {
  CHAT_API: ['TEXT', ...MEDIA],
}

/**
 * The type as which a message leaves through a channel: its own where the channel can show it, else TEXT when it has
 * a plain text (contract, part 2.6), else null: nothing is sent there.
 */
export function renderForChannel(
  kind: ChannelKind,
  { type, text }: Pick<Message, 'type' | 'text'>,
): MessageType | null {
  if (rendered[kind].includes(type)) return type
  return text ? 'TEXT' : null
}

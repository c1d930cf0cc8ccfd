import { type ChannelKind, type Message, type MessageType, Prisma } from '../../generated/prisma/client.ts'

const MEDIA: MessageType[] = ['VIDEO', 'AUDIO', 'VOICE', 'PHOTO', 'STICKER', 'DOCUMENT', 'LOCATION']

/** What each kind of channel can show. */
const rendered: Record<ChannelKind, readonly MessageType[]> = {
  CHAT_API: ['TEXT', ...MEDIA],
}

/**
 * The type in which a message is sent through a channel: its own if the channel can show it, or else TEXT if it has
 * plain text (contract, part 2.6), or else null: nothing is sent.
 */
export function renderForChannel(
  kind: ChannelKind,
  { type, text }: Pick<Message, 'type' | 'text'>,
): MessageType | null {
  if (rendered[kind].includes(type)) return type
  return text ? 'TEXT' : null
}

/** Whether a message is sent at all, as a condition in SQL on a channel's kind and a row with `type` and `text`. */
export function isRendered(kind: Prisma.Sql, message: Prisma.Sql): Prisma.Sql {
  const shown = Object.entries(rendered).flatMap(([channel, types]) =>
    types.map((type) => `${channel}:${type}`),
  )
  return Prisma.sql`(${message}.text <> '' OR ${kind}::text || ':' || ${message}.type::text = ANY(${shown}::text[]))`
}

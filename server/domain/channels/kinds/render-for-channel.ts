import { type ChannelKind, type Message, type MessageType, Prisma } from '../../../generated/prisma/client.ts'
import { channelKinds, deliveredKinds } from './channel-kinds.ts'

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

/**
 * Whether a message is delivered to a client at all, as a condition in SQL on a channel's kind and a row with
 * `type` and `text`. On a live channel, the visitor gets what it can show from the event.
 */
export function isDelivered(kind: Prisma.Sql, message: Prisma.Sql): Prisma.Sql {
  const shown = deliveredKinds.flatMap((each) =>
    [...channelKinds[each].renders].map((type) => `${each}:${type}`),
  )
  return Prisma.sql`(${kind}::text = ANY(${deliveredKinds}::text[]) AND (${message}.text <> ''
    OR ${kind}::text || ':' || ${message}.type::text = ANY(${shown}::text[])))`
}

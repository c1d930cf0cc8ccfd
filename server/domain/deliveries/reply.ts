import type { MessageType, Prisma } from '../../generated/prisma/client.ts'
import type { QuotedContent } from '../messages/quotes/with-quote.ts'

/** A message to the client, with its author, recipient and address. */
export interface Reply {
  id: string
  type: MessageType
  text: string | null
  media: Prisma.JsonValue
  /** What it quotes, unless that was deleted since. */
  quoted?: QuotedContent | null
  /** The operator, or the bot. */
  senderName: string | null
  senderPhotoKey: string | null
  /** The visitor's `sender.id` as it was received. */
  recipientId: Prisma.JsonValue
  publicId: string
  serverUrl: string
  chunked: boolean
  acceptsAny2xx: boolean
}

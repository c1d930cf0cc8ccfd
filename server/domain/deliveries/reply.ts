import type { MessageType, Prisma } from '../../generated/prisma/client.ts'

/** A message on its way to the client, with who says it to whom and where it goes. */
export interface Reply {
  id: string
  type: MessageType
  text: string | null
  media: Prisma.JsonValue
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

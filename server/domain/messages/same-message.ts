import { isDeepStrictEqual } from 'node:util'
import type { Message, MessageType } from '../../generated/prisma/client.ts'
import type { Media } from './media.ts'

/** What an operator sends, as it is stored. */
export interface SentContent {
  chatId: string
  userId: string | null
  type: MessageType
  text: string | null
  fileId: string | null
  media: Media | null
  quotedId: string | null
}

/**
 * Whether an idempotency key was used before for the same message. Addresses in `media` contain PUBLIC_URL, which may
 * have changed since, so a file is compared by its id. The text of what was edited since is not known any more, nor the
 * content of what was deleted.
 */
export function isSameMessage(stored: Message, sent: SentContent): boolean {
  return (
    stored.chatId === sent.chatId &&
    stored.userId === sent.userId &&
    stored.type === sent.type &&
    stored.quotedId === sent.quotedId &&
    (stored.deletedAt !== null || isSameContent(stored, sent))
  )
}

function isSameContent(stored: Message, sent: SentContent): boolean {
  return (
    (stored.text === sent.text || stored.editedAt !== null) &&
    stored.fileId === sent.fileId &&
    (sent.fileId !== null || isDeepStrictEqual(stored.media ?? null, sent.media))
  )
}

import type { MessageType } from '../../generated/prisma/client.ts'
import type { Media } from './media.ts'

/** What a visitor wrote, before it has a place in a chat. */
export interface VisitorDraft {
  type: Exclude<MessageType, 'NOTICE'>
  text: string | null
  media: Media | null
  invite: string | null
  externalId: string | null
}

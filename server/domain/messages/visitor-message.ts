import type { MessageType } from '../../generated/prisma/client.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import type { VisitorProfile } from '../visitors/visitor-profile.ts'
import type { Idempotency } from './idempotency.ts'
import type { Media } from './media.ts'

/** What a visitor wrote, before it has a place in a chat. */
export interface VisitorDraft {
  type: Exclude<MessageType, 'NOTICE' | 'MARKDOWN' | 'BUTTONS'>
  text: string | null
  media: Media | null
  invite: string | null
  externalId: string | null
  /** The button of a bot's message that the visitor pressed. */
  buttonId?: string
}

/** An incoming message: through which channel, from whom, and what. */
export interface VisitorMessage {
  channel: ChannelEntry
  profile: VisitorProfile
  draft: VisitorDraft
  /** From an Idempotency-Key header. */
  idempotency?: Idempotency
}

import type { MessageType } from '../../generated/prisma/client.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import type { VisitorProfile } from '../visitors/visitor-profile.ts'
import type { Idempotency } from './idempotency.ts'
import type { Media } from './media.ts'

/** What a visitor wrote, before it has a place in a chat. */
export interface VisitorDraft {
  /** Given by the widget; created here for others. */
  id?: string
  type: Exclude<MessageType, 'NOTICE' | 'MARKDOWN' | 'BUTTONS'>
  text: string | null
  media: Media | null
  invite: string | null
  externalId: string | null
  /** The button of a bot's message that the visitor pressed. */
  buttonId?: string | undefined
  /** The file in `media`, when the visitor uploaded it here. */
  fileId?: string
}

/** The destination of a new chat of a visitor. */
export interface Opening {
  departmentId: string | null
  /** The operator who invited the visitor, and who is in the chat from the beginning. */
  operatorId: string | null
  /** The invitation that the visitor accepts by writing. */
  invitationId: string | null
}

/** An incoming message: through which channel, from whom, and what. */
export interface VisitorMessage {
  channel: ChannelEntry
  profile: VisitorProfile
  draft: VisitorDraft
  /** From an Idempotency-Key header. */
  idempotency?: Idempotency
  /**
   * Finds the destination of the chat that the message may open; it is not called for a message on the fast path. Given
   * for visitors of a website, whom we know before they write. Without it, a new chat is for the first operator who accepts it.
   */
  findOpening?: () => Promise<Opening>
}

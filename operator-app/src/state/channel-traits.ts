import type { Chat } from '../graphql/fragments.ts'

interface ChannelTraits {
  /** Its visitors are on a website: the page, what they do there and their presence are known. */
  isOnWebsite: boolean
  /** The visitor's side reports what it has received and shown. */
  reportsReading: boolean
  /** Operators can edit and delete their replies for a while: nothing has left for a client's server. */
  changesReplies: boolean
}

/** What the inbox must know of each kind of channel. */
export const channelTraits: Record<Chat['channel']['kind'], ChannelTraits> = {
  WIDGET: { isOnWebsite: true, reportsReading: true, changesReplies: true },
  CHAT_API: { isOnWebsite: false, reportsReading: false, changesReplies: false },
}

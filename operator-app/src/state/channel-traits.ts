import type { Chat } from '../graphql/fragments.ts'

interface ChannelTraits {
  /** Its visitors are on a website: the page, what they do there and their presence are known. */
  isOnWebsite: boolean
  /** The visitor's side reports what it has received and shown. */
  reportsReading: boolean
}

/** What the inbox must know of each kind of channel. */
export const channelTraits: Record<Chat['channel']['kind'], ChannelTraits> = {
  WIDGET: { isOnWebsite: true, reportsReading: true },
  CHAT_API: { isOnWebsite: false, reportsReading: false },
}

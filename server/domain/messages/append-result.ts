import type { ChatActivity } from '../../events/live-event.ts'
import type { Chat } from '../../generated/prisma/client.ts'

/** The result of appending a message: its chat afterwards, and its event. */
export type AppendResult = ChatActivity &
  Pick<Chat, 'accountId' | 'channelId' | 'visitorId' | 'botId'> & {
    messageId: string
    eventId: bigint
    createdAt: Date
    /** Lanes of the outbox that have new items because of it. */
    lanes: string[]
  }

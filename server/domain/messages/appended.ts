import type { ChatActivity } from '../../events/live-event.ts'
import type { Chat } from '../../generated/prisma/client.ts'

/** Where a message went: its chat as it is with the message, and its event. */
export type Appended = ChatActivity &
  Pick<Chat, 'accountId' | 'channelId' | 'visitorId' | 'botId'> & {
    messageId: string
    eventId: bigint
    createdAt: Date
    /** Lanes of the outbox in which something waits because of it. */
    lanes: string[]
  }

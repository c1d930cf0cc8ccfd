import { transient } from '../../events/live-event.ts'
import type { Services } from '../../services.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'

interface VisitorTyping {
  channel: ChannelEntry
  /** The string form of sender.id. */
  key: string
  typing: boolean
}

/** Shows operators that a visitor is typing (contract 2.4). Without an open chat, it is ignored. */
export async function receiveVisitorTyping(
  services: Services,
  { channel, key, typing }: VisitorTyping,
): Promise<void> {
  const chat = await services.db.chat.findFirst({
    where: {
      visitor: {
        channelId: channel.id,
        blacklistedAt: null,
        OR: [{ key }, { merged: { some: { key } } }],
      },
      status: { not: 'CLOSED' },
    },
    select: { id: true, visitorId: true },
  })
  if (!chat) return
  const { id: channelId, accountId } = channel
  const { id: chatId, visitorId: subjectId } = chat
  services.announcer.tell(transient('VISITOR_TYPING', { accountId, channelId, chatId, subjectId, typing }))
}

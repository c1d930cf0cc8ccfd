import type { NewEvent } from '../../events/record.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'

/** A chat that is opened, without what the database adds: who its visitor is, its number and its times. */
type NewChat = Omit<Chat, 'id' | 'number' | 'visitorId' | 'createdAt' | 'lastActivityAt'>

type OpeningChannel = Pick<ChannelEntry, 'id' | 'accountId' | 'botId'>

/** With a bot on the channel it answers first; a bot that is gone by now gives the chat back at its first message. */
export function newChat({ id: channelId, accountId, botId }: OpeningChannel): NewChat {
  return {
    accountId,
    channelId,
    status: botId ? 'BOT' : 'QUEUED',
    departmentId: null,
    botId,
    handOffReason: null,
    agentUnavailableAt: null,
    botAnsweredAt: null,
    lastSeq: 0,
    lastVisitorSeq: 0,
    deliveredSeq: 0,
    seenSeq: 0,
    revision: 1,
    preview: '',
    queuedAt: botId ? null : new Date(),
    acceptedAt: null,
    closedAt: null,
    rating: null,
    ratingComment: null,
    ratedAt: null,
  }
}

/** The columns that it fills, by name. */
export const newChatColumns = Object.keys(newChat({ id: '', accountId: '', botId: null }))

/** What is recorded when a visitor opens a chat; a statement adds the chat and the visitor, which only it knows. */
export function chatOpened(
  place: Pick<NewEvent, 'accountId' | 'channelId' | 'chatId'>,
  visitorId: string | null,
): NewEvent {
  return { ...place, kind: 'CHAT_OPENED', actor: { type: 'VISITOR', id: visitorId } }
}

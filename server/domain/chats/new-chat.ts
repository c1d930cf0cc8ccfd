import type { NewEvent } from '../../events/record.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'

/** A new chat, without what the database adds: its visitor, its number and its times. */
type NewChat = Omit<Chat, 'id' | 'number' | 'visitorId' | 'createdAt' | 'lastActivityAt' | RoutedColumn>

/** What the routing fills later. */
type RoutedColumn =
  | 'priority'
  | 'ruledAt'
  | 'decision'
  | 'notTakenAt'
  | 'targetsSince'
  | 'firstReplyMinutes'
  | 'firstReplyNearAt'
  | 'firstReplyDueAt'
  | 'firstReplyMet'
  | 'closingMinutes'
  | 'closingNearAt'
  | 'closingDueAt'
  | 'closingMet'
  | 'targetNearAt'

type OpeningChannel = Pick<ChannelEntry, 'id' | 'accountId' | 'botId'>

/** A bot on the channel answers first; if it no longer exists, the chat is handed over at its first message. */
export function newChat({ id: channelId, accountId, botId }: OpeningChannel): NewChat {
  return {
    accountId,
    channelId,
    status: botId ? 'BOT' : 'QUEUED',
    departmentId: null,
    botId,
    handOffReason: null,
    agentUnavailableAt: null,
    leftAloneAt: null,
    botAnsweredAt: null,
    lastSeq: 0,
    lastVisitorSeq: 0,
    deliveredSeq: 0,
    seenSeq: 0,
    clearedSeq: 0,
    mailedSeq: 0,
    revision: 1,
    preview: '',
    unansweredSince: null,
    isObserved: false,
    snoozedAt: null,
    snoozedUntil: null,
    queuedAt: botId ? null : new Date(),
    acceptedAt: null,
    closedAt: null,
    continuedChatId: null,
    rating: null,
    ratingComment: null,
    ratedAt: null,
    tagIds: [],
  }
}

/** The columns that it fills, by name. */
export const newChatColumns = Object.keys(newChat({ id: '', accountId: '', botId: null }))

/** The event for a new chat of a visitor; the statement adds the chat and the visitor, which only it knows. */
export function chatOpened(
  place: Pick<NewEvent, 'accountId' | 'channelId' | 'chatId'>,
  visitorId: string | null,
): NewEvent {
  return { ...place, kind: 'CHAT_OPENED', actor: { type: 'VISITOR', id: visitorId } }
}

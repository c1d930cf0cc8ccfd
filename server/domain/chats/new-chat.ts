import type { NewEvent } from '../../events/record.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'

/** A chat that is opened, without what the database adds: who its visitor is, its number and its times. */
type NewChat = Omit<Chat, 'id' | 'number' | 'visitorId' | 'createdAt' | 'lastActivityAt'>

/** With a bot on the channel it answers first; a bot that is gone by now gives the chat back at its first message. */
export function newChat({ id: channelId, accountId, botId }: ChannelEntry): NewChat {
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
    revision: 1,
    preview: '',
    queuedAt: botId ? null : new Date(),
    acceptedAt: null,
    closedAt: null,
  }
}

/** What is recorded when a chat is opened. A statement adds the chat, which only it knows. */
export function chatOpened({
  accountId,
  channelId,
  id,
}: Pick<Chat, 'accountId' | 'channelId'> & { id?: string }): NewEvent {
  return { accountId, kind: 'CHAT_OPENED', channelId, chatId: id }
}

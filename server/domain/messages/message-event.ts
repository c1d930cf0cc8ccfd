import type { ChatActivity } from '../../events/live-event.ts'
import { eventRow, type NewEvent, type RecordedEvent } from '../../events/record.ts'
import type { Message } from '../../generated/prisma/client.ts'

interface Stored {
  message: Message
  /** The chat with its message. */
  chat: ChatActivity & { channelId: string }
}

/** What is recorded when a message is created. A statement adds the chat, which only it may know. */
export function messageCreated(
  message: Pick<Message, 'id'>,
  chat: { accountId: string; id?: string; channelId?: string },
): NewEvent {
  return {
    accountId: chat.accountId,
    kind: 'MESSAGE_CREATED',
    channelId: chat.channelId,
    chatId: chat.id,
    messageId: message.id,
  }
}

/** The rows that screens need, so that showing the message costs no read. */
export function messageSnapshot({ message, chat }: Stored): NonNullable<RecordedEvent['snapshot']> {
  const { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt } = chat
  return { message, activity: { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt } }
}

/** The event of a message that one statement stored with it. */
export function messageEvent(stored: Stored & { eventId: bigint }): RecordedEvent {
  const { message, chat, eventId } = stored
  const { accountId, createdAt } = message
  const row = eventRow(messageCreated(message, { ...chat, accountId }))
  return {
    event: { ...row, id: eventId, createdAt, announcedAt: null },
    snapshot: messageSnapshot(stored),
  }
}

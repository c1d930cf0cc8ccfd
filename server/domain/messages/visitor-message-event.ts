import type { RecordedEvent } from '../../events/record.ts'
import { botLane } from '../bots/outgoing/bot-lane.ts'
import type { Appended, Entry } from './append-entries.ts'
import type { VisitorMessage } from './visitor-message.ts'

/** The event for a visitor's message, with the rows as they were written by the statement that appended it. */
export function visitorMessageEvent(
  { channel: { id: channelId, accountId }, draft }: VisitorMessage,
  { id, preview }: Entry,
  { chatId, visitorId, status, revision, seq, eventId, createdAt, toBot }: Appended,
): RecordedEvent {
  const { type, text, media, invite, externalId } = draft
  return {
    event: {
      id: eventId,
      accountId,
      kind: 'MESSAGE_CREATED',
      channelId,
      chatId,
      messageId: id,
      subjectId: null,
      userId: null,
      visitorId,
      createdAt,
      announcedAt: null,
    },
    snapshot: {
      message: {
        id,
        accountId,
        chatId,
        seq,
        author: 'VISITOR',
        type,
        text,
        media,
        invite,
        externalId,
        createdAt,
        userId: null,
        fileId: null,
        rich: null,
        notice: null,
      },
      activity: {
        id: chatId,
        status,
        revision,
        preview,
        lastSeq: seq,
        lastVisitorSeq: seq,
        lastActivityAt: createdAt,
      },
    },
    ...(toBot && { lane: botLane(chatId) }),
  }
}

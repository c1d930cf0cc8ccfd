import { heardByVisitor } from '../../events/heard-by-visitor.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import { type NewEvent, type RecordedEvent, storedEvent } from '../../events/record.ts'
import type { Message } from '../../generated/prisma/client.ts'
import type { AppendResult } from './append-result.ts'
import { actorTypeOf } from './entries/is-entry.ts'

/**
 * The event of a message as a statement stored it, with the rows that screens need, so that showing it needs no read.
 * Its actor is whoever wrote it.
 */
export function messageEvent(message: Message, chat: AppendResult): RecordedEvent {
  const { accountId, userId, createdAt } = message
  const writer = actorTypeOf(message)
  const { id: chatId, channelId, botId, eventId, lanes } = chat
  const writers = { VISITOR: chat.visitorId, OPERATOR: userId, BOT: botId, SYSTEM: null }
  const created: NewEvent = {
    accountId,
    kind: 'MESSAGE_CREATED',
    actor: { type: writer, id: writers[writer] },
    channelId,
    chatId,
    messageId: message.id,
  }
  const visitorId = heardByVisitor('MESSAGE_CREATED', message) ? chat.visitorId : null
  return {
    event: storedEvent(created, { id: eventId, createdAt, visitorId }),
    snapshot: { message, activity: pickActivity(chat) },
    lanes,
  }
}

function pickActivity(chat: ChatActivity): ChatActivity {
  const { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt, unansweredSince } = chat
  return { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt, unansweredSince }
}

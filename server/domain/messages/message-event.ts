import type { Actor } from '../../events/actor.ts'
import { heardByVisitor } from '../../events/heard-by-visitor.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import { type NewEvent, type RecordedEvent, storedEvent } from '../../events/record.ts'
import type { Message } from '../../generated/prisma/client.ts'
import type { AppendResult } from './append-result.ts'

/** Where a message was created; the statement adds what only it knows. */
type Place = Pick<NewEvent, 'accountId' | 'channelId' | 'chatId'>

/** The event for a new message; its actor is the author. */
function messageCreated(
  { id, author, userId }: Pick<Message, 'id' | 'author' | 'userId'>,
  place: Place,
  { visitorId = null, botId = null }: { visitorId?: string | null; botId?: string | null } = {},
): NewEvent {
  const ids = { VISITOR: visitorId, OPERATOR: userId, BOT: botId, SYSTEM: null }
  const actor: Actor = { type: author, id: ids[author] }
  const { accountId, channelId, chatId } = place
  return { accountId, kind: 'MESSAGE_CREATED', actor, channelId, chatId, messageId: id }
}

/**
 * The event of a message as a statement stored it, with the rows that screens need, so that showing it needs no read.
 */
export function messageEvent(message: Message, chat: AppendResult): RecordedEvent {
  const { accountId, createdAt } = message
  const { id: chatId, channelId, eventId, lanes } = chat
  const created = messageCreated(message, { accountId, channelId, chatId }, chat)
  const visitorId = heardByVisitor('MESSAGE_CREATED', message) ? chat.visitorId : null
  return {
    event: storedEvent(created, { id: eventId, createdAt, visitorId }),
    snapshot: { message, activity: pickActivity(chat) },
    lanes,
  }
}

function pickActivity(chat: ChatActivity): ChatActivity {
  const { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt } = chat
  return { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt }
}

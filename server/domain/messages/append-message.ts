import type { Tx } from '../../database/client.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import type { NewEvent } from '../../events/record.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat, Message, MessageAuthor, MessageType } from '../../generated/prisma/client.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Media } from './media.ts'
import type { Notice } from './notice.ts'
import { previewOf } from './preview.ts'
import type { Rich } from './rich.ts'

export interface MessageDraft {
  id?: string
  author: MessageAuthor
  type: MessageType
  userId?: string
  text?: string | null
  media?: Media | null
  /** The file in `media`. */
  fileId?: string | null
  rich?: Rich | null
  notice?: Notice
  invite?: string | null
  externalId?: string | null
}

/**
 * Adds the next message to the chat. The sequence number comes from the chat's row, whose lock keeps the sequence
 * free of gaps.
 */
export async function appendMessage(
  tx: Tx,
  chatId: string,
  draft: MessageDraft,
): Promise<{ message: Message; chat: Chat }> {
  const isTalk = draft.type !== 'NOTICE'
  const chat = await tx.chat.update({
    where: { id: chatId },
    data: {
      lastSeq: { increment: 1 },
      revision: { increment: 1 },
      ...(isTalk && { preview: previewOf(draft), lastActivityAt: new Date() }),
    },
  })
  const { media, rich, notice, ...columns } = draft
  const message = await tx.message.create({
    data: {
      ...columns,
      id: draft.id ?? uuidv7(),
      accountId: chat.accountId,
      chatId,
      seq: chat.lastSeq,
      ...(media && { media }),
      ...(rich && { rich }),
      ...(notice && { notice }),
    },
  })
  if (draft.author === 'VISITOR') {
    await tx.chat.update({ where: { id: chatId }, data: { lastVisitorSeq: message.seq } })
    chat.lastVisitorSeq = message.seq
  }
  return { message, chat }
}

/** Appends a message and records that it was created. */
export async function postMessage(
  work: Work,
  { id: chatId }: Pick<Chat, 'id'>,
  draft: MessageDraft,
): Promise<Message> {
  const { message, chat } = await appendMessage(work.tx, chatId, draft)
  await work.record(messageEvent(chat, message), {
    snapshot: { message, activity: pickActivity(chat) },
  })
  return message
}

/** The event that says that a message was created; its author did it. */
export function messageEvent(
  { accountId, channelId, visitorId, botId }: Chat,
  { id: messageId, chatId, author, userId }: Message,
): NewEvent {
  const ids = { VISITOR: visitorId, OPERATOR: userId, BOT: botId, SYSTEM: null }
  const actor = { type: author, id: ids[author] }
  return { accountId, kind: 'MESSAGE_CREATED', actor, channelId, chatId, messageId }
}

/** Appends a notice and records it. */
export function postNotice(work: Work, chat: Pick<Chat, 'id'>, notice: Notice): Promise<Message> {
  return postMessage(work, chat, { author: 'SYSTEM', type: 'NOTICE', notice })
}

/** The fields of a chat that its screens need with every message. */
export function pickActivity(chat: ChatActivity): ChatActivity {
  const { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt } = chat
  return { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt }
}

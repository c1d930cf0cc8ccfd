import type { Tx } from '../../database/client.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat, Message, MessageAuthor, MessageType } from '../../generated/prisma/client.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Media } from './media.ts'
import type { Notice } from './notice.ts'
import { previewOf } from './preview.ts'
import type { Rich } from './rich.ts'

type ChatOfNotice = Pick<Chat, 'id' | 'accountId' | 'channelId'>
type ChatOfMessage = ChatOfNotice & Pick<Chat, 'visitorId'>

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
): Promise<{ message: Message; activity: ChatActivity }> {
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
  return { message, activity: chat }
}

/** Appends a message and records that it was created. */
export function postMessage(work: Work, chat: ChatOfMessage, draft: MessageDraft): Promise<Message> {
  return post(work, chat, draft)
}

/** Appends a notice and records it. Its visitor learns nothing of it. */
export function postNotice(work: Work, chat: ChatOfNotice, notice: Notice): Promise<Message> {
  return post(work, chat, { author: 'SYSTEM', type: 'NOTICE', notice })
}

async function post(
  work: Work,
  chat: ChatOfNotice & { visitorId?: string },
  draft: MessageDraft,
): Promise<Message> {
  const { message, activity } = await appendMessage(work.tx, chat.id, draft)
  const { id: chatId, accountId, channelId, visitorId } = chat
  await work.record(
    {
      accountId,
      kind: 'MESSAGE_CREATED',
      channelId,
      chatId,
      messageId: message.id,
      ...(visitorId && { visitorId }),
    },
    { snapshot: { message, activity: pickActivity(activity) } },
  )
  return message
}

function pickActivity(chat: ChatActivity): ChatActivity {
  const { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt } = chat
  return { id, status, revision, lastSeq, lastVisitorSeq, preview, lastActivityAt }
}

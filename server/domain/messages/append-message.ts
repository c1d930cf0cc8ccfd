import { definedColumns } from '../../database/column-list.ts'
import type { Work } from '../../events/transact.ts'
import { type Chat, type Message, Prisma } from '../../generated/prisma/client.ts'
import { type AppendedRow, readAppended } from './append-result.ts'
import { insertedMessage, messageOf, movedChat, selectAppended } from './append-sql.ts'
import { messageEvent } from './message-event.ts'
import { type MessageRow, messageRow } from './message-row.ts'
import type { Notice } from './notice.ts'
import { saidInColumns, saidMessage, saidTypes } from './said-message.ts'

type ChatOfMessage = Pick<Chat, 'id' | 'accountId'>

/**
 * Appends a message to the chat and records it. The sequence number comes from the chat's row, whose lock keeps the
 * sequence free of gaps.
 */
export async function postMessage(work: Work, chat: ChatOfMessage, row: MessageRow): Promise<Message> {
  const [message] = await postMessages(work, [{ chat, row }])
  if (!message) throw new Error('A message was to be added to a chat that does not exist.')
  return message
}

/** Appends a notice and records it. */
export function postNotice(work: Work, chat: ChatOfMessage, notice: Notice): Promise<Message> {
  return postMessage(work, chat, messageRow({ author: 'SYSTEM', type: 'NOTICE', notice }))
}

/** Appends the same notice to many chats that the transaction holds, and records each. */
export async function postNotices(work: Work, chats: ChatOfMessage[], notice: Notice): Promise<void> {
  const posts = chats.map((chat) => ({ chat, row: messageRow({ author: 'SYSTEM', type: 'NOTICE', notice }) }))
  await postMessages(work, posts)
}

const pickedTypes = { chatId: 'uuid', ...saidTypes }
const said = saidInColumns()

async function postMessages(
  work: Work,
  posts: { chat: ChatOfMessage; row: MessageRow }[],
): Promise<Message[]> {
  const picked = posts.map(({ chat, row }) => ({ chatId: chat.id, ...saidMessage(row) }))
  const rows = await work.tx.$queryRaw<AppendedRow[]>(Prisma.sql`
    WITH picked AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(picked)}::jsonb) AS picked(${definedColumns(pickedTypes)})
    ), ${movedChat(said)}, ${insertedMessage(said)} ${selectAppended}`)
  const appended = new Map(rows.map(readAppended).map((row) => [row.messageId, row]))
  return posts.flatMap(({ row }) => {
    const chat = appended.get(row.id)
    if (!chat) return []
    const message = messageOf(row, chat)
    work.announce(messageEvent(message, chat))
    return [message]
  })
}

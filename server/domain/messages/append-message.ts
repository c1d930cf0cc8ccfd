import type { Tx } from '../../database/client.ts'
import type { Work } from '../../events/transact.ts'
import { type Message, Prisma } from '../../generated/prisma/client.ts'
import {
  type Appended,
  appendedColumns,
  insertedMessage,
  messageOf,
  movedChat,
  parcelOf,
} from './append-sql.ts'
import { messageCreated, messageSnapshot } from './message-event.ts'
import { type MessageRow, messageRow } from './message-row.ts'
import type { Notice } from './notice.ts'

interface ChatOfMessage {
  id: string
  accountId: string
  channelId: string
}

/**
 * Appends a message to the chat and records it. The sequence number comes from the chat's row, whose lock keeps the
 * sequence free of gaps.
 */
export async function postMessage(work: Work, chat: ChatOfMessage, row: MessageRow): Promise<Message> {
  const stored = await insertMessage(work.tx, chat, row)
  await work.record(messageCreated(stored.message, chat), { snapshot: messageSnapshot(stored) })
  return stored.message
}

/** Appends a notice and records it. */
export function postNotice(work: Work, chat: ChatOfMessage, notice: Notice): Promise<Message> {
  return postMessage(work, chat, messageRow({ author: 'SYSTEM', type: 'NOTICE', notice }))
}

async function insertMessage(
  tx: Tx,
  { id, accountId }: ChatOfMessage,
  row: MessageRow,
): Promise<{ message: Message; chat: Appended }> {
  const parcel = parcelOf(row, accountId)
  const [chat] = await tx.$queryRaw<Appended[]>(Prisma.sql`
    WITH taken AS (SELECT ${id}::uuid AS "chatId", ${JSON.stringify(parcel)}::jsonb AS parcel),
      ${movedChat},
      ${insertedMessage}
    SELECT ${appendedColumns} FROM chat`)
  if (!chat) throw new Error('A message was to be added to a chat that does not exist.')
  return { message: messageOf(parcel, chat), chat }
}

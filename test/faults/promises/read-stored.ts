import { connectPostgres } from '../../../server/stores/connect-postgres.ts'

export interface StoredMessage {
  id: string
  chatId: string
  channel: 'CHAT_API' | 'WIDGET'
  /** The number of the visitor of its chat. */
  visitor: number
  seq: number
  author: 'VISITOR' | 'OPERATOR' | 'BOT' | 'SYSTEM' | 'AUTOMATIC'
  text: string | null
  notice: { kind: string } | null
}

/** What is in the database at the end. */
export interface Stored {
  /** In the order of their chats. */
  messages: StoredMessage[]
  chats: { id: string; visitor: number; status: string; lastSeq: number }[]
  /** What was to be sent for messages, and has not been. */
  unsent: { messageId: string; kind: string; state: string; errorCode: string | null }[]
}

/** The chats that are there before anybody writes: a new installation shows one. */
export async function readChatIds(url: string): Promise<string[]> {
  const client = await connectPostgres(url)
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM "Chat"')
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

/** Reads with plain statements, which also an older build's database understands. `earlier` are chats that are left out. */
export async function readStored(url: string, earlier: readonly string[]): Promise<Stored> {
  const client = await connectPostgres(url)
  try {
    const messages = await client.query(
      `
      SELECT m.id, m."chatId", v.number AS visitor, ch.kind AS channel, m.seq, m.author, m.text, m.notice
      FROM "Message" m JOIN "Chat" c ON c.id = m."chatId" JOIN "Visitor" v ON v.id = c."visitorId"
      JOIN "Channel" ch ON ch.id = c."channelId"
      WHERE c.id <> ALL($1::uuid[]) ORDER BY c.number, m.seq`,
      [earlier],
    )
    const chats = await client.query(
      `
      SELECT c.id, v.number AS visitor, c.status, c."lastSeq"
      FROM "Chat" c JOIN "Visitor" v ON v.id = c."visitorId" WHERE c.id <> ALL($1::uuid[])`,
      [earlier],
    )
    const unsent = await client.query(`
      SELECT "messageId", kind, state, "errorCode" FROM "OutboxItem"
      WHERE state IN ('PENDING', 'FAILED') AND "messageId" IS NOT NULL`)
    return { messages: messages.rows, chats: chats.rows, unsent: unsent.rows }
  } finally {
    await client.end()
  }
}

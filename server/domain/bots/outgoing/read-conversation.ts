import type { Pool } from '../../../database/client.ts'
import { queryDirect } from '../../../database/query-direct.ts'
import { type Chat, type MessageType, Prisma } from '../../../generated/prisma/client.ts'
import type { Media } from '../../messages/media.ts'
import type { Rich } from '../../messages/rich.ts'

/** What an event to a bot tells of the chat, its visitor, its channel and the message. */
export interface Conversation extends Pick<Chat, 'status' | 'botId' | 'agentUnavailableAt'> {
  accountId: string
  accountNumber: number
  channelId: string
  chatNumber: number
  visitorNumber: number
  visitorName: string | null
  visitorPhone: string | null
  visitorEmail: string | null
  pageUrl: string | null
  channelPublicId: string
  channelKind: string
  messageType: MessageType | null
  text: string | null
  media: Media | null
  rich: Rich | null
  writtenAt: Date | null
  operatorName: string | null
}

/** Reads it in one round trip: this is done once for every event that leaves. */
export async function readConversation(
  pool: Pool,
  { chatId, messageId }: { chatId: string; messageId: string | null },
): Promise<Conversation | null> {
  const rows = await queryDirect<Conversation>(
    pool,
    Prisma.sql`
    SELECT c.status::text AS status, c."botId", c."agentUnavailableAt", c."accountId", c."channelId",
           a.number AS "accountNumber", c.number AS "chatNumber", v.number AS "visitorNumber", v.name AS "visitorName", v.phone AS "visitorPhone",
           v.email AS "visitorEmail", v."pageUrl", ch."publicId" AS "channelPublicId", ch.kind::text AS "channelKind",
           m.type::text AS "messageType", m.text, m.media, m.rich, m."createdAt" AS "writtenAt", u.name AS "operatorName"
    FROM "Chat" c
    JOIN "Account" a ON a.id = c."accountId"
    JOIN "Visitor" v ON v.id = c."visitorId"
    JOIN "Channel" ch ON ch.id = c."channelId"
    LEFT JOIN "Message" m ON m.id = ${messageId}::uuid
    LEFT JOIN "User" u ON u.id = m."userId"
    WHERE c.id = ${chatId}::uuid`,
  )
  return rows[0] ?? null
}

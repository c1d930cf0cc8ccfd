import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { type MessageType, Prisma } from '../../generated/prisma/client.ts'
import type { Media } from '../messages/media.ts'

/** A message on its way to the client, with who says it to whom and where it goes. */
export interface Reply {
  id: string
  type: MessageType
  text: string | null
  media: Media | null
  /** The operator, or the bot. */
  senderName: string | null
  senderPhotoKey: string | null
  /** The visitor's `sender.id` as it was received. */
  recipientId: Prisma.JsonValue
  publicId: string
  serverUrl: string
  chunked: boolean
  acceptsAny2xx: boolean
}

/** Reads it in one round trip: this is done for every attempt. Null when the chat was deleted in the meantime. */
export async function readReply(pool: Pool, messageId: string): Promise<Reply | null> {
  const rows = await queryDirect<Reply>(
    pool,
    Prisma.sql`
    SELECT m.id, m.type::text AS type, m.text, m.media, coalesce(b.name, u.name) AS "senderName",
           photo.key AS "senderPhotoKey", v."externalId" AS "recipientId", ch."publicId", api."serverUrl", api.chunked,
           api."acceptsAny2xx"
    FROM "Message" m
    JOIN "Chat" c ON c.id = m."chatId"
    JOIN "Visitor" v ON v.id = c."visitorId"
    JOIN "Channel" ch ON ch.id = c."channelId"
    JOIN "ChatApiSettings" api ON api."channelId" = ch.id
    LEFT JOIN "Bot" b ON b.id = c."botId" AND m.author = 'BOT'
    LEFT JOIN "User" u ON u.id = m."userId"
    LEFT JOIN "File" photo ON photo.id = u."photoId"
    WHERE m.id = ${messageId}::uuid`,
  )
  return rows[0] ?? null
}

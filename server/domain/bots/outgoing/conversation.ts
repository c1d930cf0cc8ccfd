import { type Chat, type MessageType, Prisma } from '../../../generated/prisma/client.ts'

/** The data of the chat, its visitor, its channel and the message for an event to a bot. */
export interface Conversation extends Pick<Chat, 'status' | 'botId'> {
  accountId: string
  accountNumber: number
  channelId: string
  departmentId: string | null
  chatNumber: number
  /** ISO 8601. */
  agentUnavailableAt: string | null
  visitorNumber: number
  visitorName: string | null
  visitorPhone: string | null
  visitorEmail: string | null
  pageUrl: string | null
  channelPublicId: string
  channelKind: string
  messageType: MessageType | null
  /** Whether the message was deleted before the bot was told of it. */
  isDeleted: boolean
  text: string | null
  media: Prisma.JsonValue
  rich: Prisma.JsonValue
  /** ISO 8601. */
  writtenAt: string | null
  operatorName: string | null
}

/** The conversation of an item of the outbox. */
export const conversationOfItem = Prisma.sql`
  SELECT c.status::text AS status, c."botId", c."agentUnavailableAt", c."accountId", c."channelId", c."departmentId",
         a.number AS "accountNumber", c.number AS "chatNumber", v.number AS "visitorNumber", v.name AS "visitorName",
         v.phone AS "visitorPhone", v.email AS "visitorEmail", v."pageUrl", ch."publicId" AS "channelPublicId",
         ch.kind::text AS "channelKind", m.type::text AS "messageType", m."deletedAt" IS NOT NULL AS "isDeleted", m.text, m.media, m.rich,
         m."createdAt" AS "writtenAt", u.name AS "operatorName"
  FROM "Chat" c
  JOIN "Account" a ON a.id = c."accountId"
  JOIN "Visitor" v ON v.id = c."visitorId"
  JOIN "Channel" ch ON ch.id = c."channelId"
  LEFT JOIN "Message" m ON m.id = item."messageId"
  LEFT JOIN "User" u ON u.id = m."userId"
  WHERE c.id = item."chatId"`

import type { Pool } from '../../../database/client.ts'
import { queryDirect } from '../../../database/query-direct.ts'
import {
  type ChatRating,
  type Department,
  Prisma,
  type Visit,
  type Visitor,
} from '../../../generated/prisma/client.ts'

/** What an event says of its visitor. */
export interface ToldVisitor
  extends Pick<
    Visitor,
    'id' | 'number' | 'name' | 'email' | 'phone' | 'description' | 'pageUrl' | 'userToken'
  > {
  isBlacklisted: boolean
  chatsCount: number
  /** Of a visitor of a website. */
  visit: Pick<Visit, 'title' | 'geo' | 'utm' | 'address' | 'userAgent'> | null
}

/** What an event says of its chat. */
export interface ToldChat {
  id: string
  number: number
  rating: ChatRating | null
  publicId: string
  botName: string | null
  department: Pick<Department, 'number' | 'name'> | null
  visitor: ToldVisitor
  /** Everybody who was in it, in the order in which they came. */
  members: { number: number; name: string; email: string; isPresent: boolean }[]
}

const visitorColumns = Prisma.sql`jsonb_build_object(
  'id', visitor.id, 'number', visitor.number, 'name', visitor.name, 'email', visitor.email, 'phone', visitor.phone,
  'description', visitor.description, 'pageUrl', visitor."pageUrl", 'userToken', visitor."userToken",
  'isBlacklisted', visitor."blacklistedAt" IS NOT NULL,
  'chatsCount', (SELECT count(*) FROM "Chat" own WHERE own."visitorId" = visitor.id),
  'visit', (SELECT jsonb_build_object('title', visit.title, 'geo', visit.geo, 'utm', visit.utm,
                                      'address', visit.address, 'userAgent', visit."userAgent")
            FROM "Visit" visit WHERE visit."visitorId" = visitor.id))`

/** Reads a chat by one statement: every event of a chat needs it. */
export async function readToldChat(pool: Pool, id: string): Promise<ToldChat> {
  const [chat] = await queryDirect<ToldChat>(
    pool,
    Prisma.sql`
    SELECT chat.id, chat.number, chat.rating::text AS rating, channel."publicId", bot.name AS "botName",
           ${visitorColumns} AS visitor,
           (SELECT jsonb_build_object('number', department.number, 'name', department.name)
            FROM "Department" department WHERE department.id = chat."departmentId") AS department,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('number', operator.number, 'name', operator.name,
              'email', operator.email, 'isPresent', member."leftAt" IS NULL) ORDER BY member."joinedAt", member."userId"), '[]')
            FROM "ChatMember" member JOIN "User" operator ON operator.id = member."userId"
            WHERE member."chatId" = chat.id) AS members
    FROM "Chat" chat
    JOIN "Visitor" visitor ON visitor.id = chat."visitorId"
    JOIN "Channel" channel ON channel.id = chat."channelId"
    LEFT JOIN "Bot" bot ON bot.id = chat."botId"
    WHERE chat.id = ${id}::uuid`,
  )
  if (!chat) throw new Error('The chat of an event is gone.')
  return chat
}

/** Null when there is none in this account. */
export async function readToldVisitor(
  pool: Pool,
  { id, accountId }: { id: string | null | undefined; accountId: string },
): Promise<ToldVisitor | null> {
  if (!id) return null
  const [row] = await queryDirect<{ visitor: ToldVisitor }>(
    pool,
    Prisma.sql`
    SELECT ${visitorColumns} AS visitor FROM "Visitor" visitor
    WHERE visitor.id = ${id}::uuid AND visitor."accountId" = ${accountId}::uuid`,
  )
  return row?.visitor ?? null
}

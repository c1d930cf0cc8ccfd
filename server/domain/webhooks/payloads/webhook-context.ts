import type { Pool } from '../../../database/client.ts'
import { queryDirect } from '../../../database/query-direct.ts'
import {
  type ChatRating,
  type Department,
  type Message,
  Prisma,
  type Tag,
  type Visit,
  type Visitor,
} from '../../../generated/prisma/client.ts'
import { quotedSql } from '../../messages/quotes/quoted-sql.ts'
import type { QuotedContent } from '../../messages/quotes/with-quote.ts'

/** The data of the visitor in an event. */
export interface WebhookVisitor
  extends Pick<
    Visitor,
    'id' | 'number' | 'name' | 'email' | 'phone' | 'description' | 'pageUrl' | 'userToken'
  > {
  isBlacklisted: boolean
  chatsCount: number
  /** Of a visitor of a website. */
  visit: Pick<Visit, 'title' | 'geo' | 'utm' | 'address' | 'userAgent'> | null
}

/** An operator in a chat; the times are ISO 8601. */
export interface WebhookMember {
  id: string
  number: number
  name: string
  email: string
  joinedAt: string
  leftAt: string | null
}

/** The data of the chat in an event. */
export interface WebhookChat {
  id: string
  number: number
  rating: ChatRating | null
  publicId: string
  botName: string | null
  department: Pick<Department, 'number' | 'name'> | null
  visitor: WebhookVisitor
  /** Everyone who was in it, in the order in which they joined. */
  members: WebhookMember[]
  /** Its tags; null for an endpoint that does not get the fields which the contract does not name. */
  tags: Pick<Tag, 'id' | 'name' | 'color'>[] | null
}

/** Once the account has an identity secret, what a page told without a signature is no longer sent. */
const sentToken = Prisma.sql`
  CASE WHEN (SELECT account."identitySecretEncrypted" IS NULL FROM "Account" account WHERE account.id = visitor."accountId")
    THEN visitor."userToken" ELSE visitor.identity END`

const visitorColumns = Prisma.sql`jsonb_build_object(
  'id', visitor.id, 'number', visitor.number, 'name', visitor.name, 'email', visitor.email, 'phone', visitor.phone,
  'description', visitor.description, 'pageUrl', visitor."pageUrl", 'userToken', ${sentToken},
  'isBlacklisted', visitor."blacklistedAt" IS NOT NULL,
  'chatsCount', (SELECT count(*) FROM "Chat" own WHERE own."visitorId" = visitor.id),
  'visit', (SELECT jsonb_build_object('title', visit.title, 'geo', visit.geo, 'utm', visit.utm,
                                      'address', visit.address, 'userAgent', visit."userAgent")
            FROM "Visit" visit WHERE visit."visitorId" = visitor.id))`

/** A message in an event. */
export type WebhookMessage = Pick<Message, 'id' | 'author' | 'text' | 'media' | 'rich'> & {
  /** ISO 8601. */
  createdAt: string
  user: { number: number; name: string } | null
  quoted: QuotedContent | null
}

/** The chat of an item of the outbox, and the message that the item is about. */
export interface WebhookContext extends WebhookChat {
  /** Of `message_created`. */
  message: WebhookMessage | null
}

/** The data of the chat that every event contains. */
export const contextOfItem = Prisma.sql`
  SELECT chat.id, chat.number, chat.rating::text AS rating, channel."publicId", bot.name AS "botName",
         ${visitorColumns} AS visitor,
         (SELECT jsonb_build_object('number', department.number, 'name', department.name)
          FROM "Department" department WHERE department.id = chat."departmentId") AS department,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', operator.id, 'number', operator.number, 'name', operator.name,
            'email', operator.email, 'joinedAt', member."joinedAt", 'leftAt', member."leftAt") ORDER BY member."joinedAt", member."userId"), '[]')
          FROM "ChatMember" member JOIN "User" operator ON operator.id = member."userId"
          WHERE member."chatId" = chat.id) AS members,
         CASE WHEN (SELECT endpoint."extraFields" FROM "WebhookEndpoint" endpoint WHERE endpoint.id = item."receiverId")
           THEN (SELECT coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name, 'color', tag.color) ORDER BY put.place), '[]')
                 FROM unnest(chat."tagIds") WITH ORDINALITY AS put(id, place) JOIN "Tag" tag ON tag.id = put.id) END AS tags,
         (SELECT jsonb_build_object('id', message.id, 'author', message.author, 'text', message.text,
            'media', message.media, 'rich', message.rich, 'createdAt', message."createdAt", 'quoted', ${quotedSql('message')},
            'user', (SELECT jsonb_build_object('number', operator.number, 'name', operator.name)
                     FROM "User" operator WHERE operator.id = message."userId"))
          FROM "Message" message
          WHERE message.id = item."messageId" AND message."chatId" = chat.id AND item.event = 'message_created') AS message
  FROM "Chat" chat
  JOIN "Visitor" visitor ON visitor.id = chat."visitorId"
  JOIN "Channel" channel ON channel.id = chat."channelId"
  LEFT JOIN "Bot" bot ON bot.id = chat."botId"
  WHERE chat.id = item."chatId"`

/** The current data of the chat of an event, regardless of what was read with its claim. */
export async function readWebhookContext(pool: Pool, itemId: string): Promise<WebhookContext | null> {
  const [context] = await queryDirect<WebhookContext>(
    pool,
    Prisma.sql`SELECT context.* FROM "OutboxItem" item CROSS JOIN LATERAL (${contextOfItem}) AS context
               WHERE item.id = ${itemId}::uuid`,
  )
  return context ?? null
}

/** Null when there is none in this account. */
export async function readWebhookVisitor(
  pool: Pool,
  { id, accountId }: { id: string | null | undefined; accountId: string },
): Promise<WebhookVisitor | null> {
  if (!id) return null
  const [row] = await queryDirect<{ visitor: WebhookVisitor }>(
    pool,
    Prisma.sql`
    SELECT ${visitorColumns} AS visitor FROM "Visitor" visitor
    WHERE visitor.id = ${id}::uuid AND visitor."accountId" = ${accountId}::uuid`,
  )
  return row?.visitor ?? null
}

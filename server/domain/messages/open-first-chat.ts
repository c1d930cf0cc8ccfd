import { isConflict } from '../../database/errors.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { uuidv7 } from '../../uuid.ts'
import { entryOf } from './append-entries.ts'
import type { VisitorMessage } from './visitor-message.ts'
import { visitorMessageEvent } from './visitor-message-event.ts'

interface Row {
  eventId: bigint
  kind: 'CHAT_OPENED' | 'MESSAGE_CREATED'
  createdAt: Date
}

/**
 * The fast path for a visitor who writes for the first time: visitor, chat, message and the bot's event in one
 * statement. New visitors of an account wait for each other, because they are numbered; on the slow path each would
 * hold up the others for a dozen round trips. Returns the message's id, or null when the slow path must be taken.
 */
export async function openFirstChat(services: Services, input: VisitorMessage): Promise<string | null> {
  const { botId } = input.channel
  const entry = entryOf(input)
  const chatId = uuidv7()
  const visitorId = uuidv7()
  const rows = await insertAll(services, entry, { chatId, visitorId, botId }).catch(noneWhenTaken)
  const opened = rows.find(({ kind }) => kind === 'CHAT_OPENED')
  const created = rows.find(({ kind }) => kind === 'MESSAGE_CREATED')
  if (!opened || !created) return null
  const message = visitorMessageEvent(input, entry, {
    id: entry.id,
    chatId,
    visitorId,
    status: botId ? 'BOT' : 'QUEUED',
    revision: 1,
    seq: 1,
    eventId: created.eventId,
    createdAt: created.createdAt,
    toBot: botId !== null,
  })
  const chat = { ...message.event, id: opened.eventId, kind: 'CHAT_OPENED' as const, messageId: null }
  services.announcer.announce([{ event: chat }, message])
  return entry.id
}

function insertAll(
  { pool }: Services,
  e: ReturnType<typeof entryOf>,
  { chatId, visitorId, botId }: { chatId: string; visitorId: string; botId: string | null },
): Promise<Row[]> {
  const media = e.media && JSON.stringify(e.media)
  return queryDirect<Row>(
    pool,
    Prisma.sql`
    WITH account AS (
      UPDATE "Account" SET "lastVisitorNumber" = "lastVisitorNumber" + 1
      WHERE id = ${e.accountId}::uuid
        AND NOT EXISTS (SELECT FROM "Visitor" WHERE "channelId" = ${e.channelId}::uuid AND key = ${e.key})
      RETURNING id, "lastVisitorNumber" AS number
    ), visitor AS (
      INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name, email, phone, "photoUrl",
                             "pageUrl")
      SELECT ${visitorId}::uuid, id, ${e.channelId}::uuid, number, ${e.key}, ${JSON.stringify(e.externalId)}::jsonb,
             ${e.name}, ${e.email}, ${e.phone}, ${e.photoUrl}, ${e.pageUrl}
      FROM account
      RETURNING id, "accountId", "channelId"
    ), chat AS (
      INSERT INTO "Chat" (id, "accountId", "channelId", "visitorId", status, "queuedAt", "botId", "lastSeq",
                          "lastVisitorSeq", preview)
      SELECT ${chatId}::uuid, "accountId", "channelId", id, ${botId ? 'BOT' : 'QUEUED'}::"ChatStatus",
             CASE WHEN ${botId}::uuid IS NULL THEN now() END, ${botId}::uuid, 1, 1, ${e.preview}
      FROM visitor
      RETURNING id, "accountId", "channelId", "visitorId", "botId"
    ), message AS (
      INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text, media, invite, "externalId")
      SELECT ${e.id}::uuid, "accountId", id, 1, 'VISITOR', ${e.type}::"MessageType", ${e.text}, ${media}::jsonb,
             ${e.invite}, ${e.clientId}
      FROM chat
    ), bot_event AS (
      INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", "messageId", direction, kind, state)
      SELECT ${e.botEventId}::uuid, "accountId", "botId", id, ${e.id}::uuid, 'OUT', 'CLIENT_MESSAGE', 'PENDING'
      FROM chat
      WHERE "botId" IS NOT NULL
    )
    INSERT INTO "Event" ("accountId", kind, "channelId", "chatId", "messageId", "visitorId")
    SELECT chat."accountId", event.kind::"EventKind", chat."channelId", chat.id, event."messageId", chat."visitorId"
    FROM chat, (VALUES (1, 'CHAT_OPENED', NULL), (2, 'MESSAGE_CREATED', ${e.id}::uuid)) AS event(place, kind, "messageId")
    ORDER BY event.place
    RETURNING id AS "eventId", kind::text AS kind, "createdAt"`,
  )
}

/** When another message of the same visitor was first, the long way finds what that one wrote. */
function noneWhenTaken(error: unknown): Row[] {
  if (isConflict(error)) return []
  throw error
}

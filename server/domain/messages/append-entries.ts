import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { uuidv7 } from '../../uuid.ts'
import { visitorKey } from '../visitors/visitor-profile.ts'
import { previewOf } from './preview.ts'
import type { VisitorMessage } from './visitor-message.ts'

/** A message for its visitor's open chat, as the statement below reads it. */
export type Entry = ReturnType<typeof entryOf>

/** Where an entry went. */
export interface Appended {
  /** The message's id. */
  id: string
  chatId: string
  status: ChatActivity['status']
  revision: number
  seq: number
  eventId: bigint
  createdAt: Date
  toBot: boolean
}

/** Undefined here is NULL in the database. */
export function entryOf({ channel, profile, draft }: VisitorMessage) {
  return {
    id: uuidv7(),
    botEventId: uuidv7(),
    accountId: channel.accountId,
    channelId: channel.id,
    ...profile,
    key: visitorKey(profile),
    preview: previewOf(draft),
    type: draft.type,
    text: draft.text ?? undefined,
    media: draft.media ?? undefined,
    invite: draft.invite ?? undefined,
    clientId: draft.externalId ?? undefined,
  }
}

/**
 * Appends each entry to the open chat of its visitor, if the visitor is known and unchanged and nobody else has locked
 * the chat. It is one statement, so one round trip and one transaction. There is at most one entry for each visitor.
 * Entries that must be stored in another way are missing from the result.
 */
export async function appendEntries(pool: Pool, entries: Entry[]): Promise<Map<string, Appended>> {
  // The LIMIT is for the planner, which then expects one entry. From the array alone it expects ten, and for ten it
  // would scan small tables, with a plan that it keeps while they grow.
  // The row lock orders concurrent messages. A chat that was closed in the meantime no longer matches.
  const rows = await queryDirect<Appended>(
    pool,
    Prisma.sql`
    WITH entry AS MATERIALIZED (
      SELECT e.*
      FROM unnest(${entries.map((entry) => JSON.stringify(entry))}::jsonb[]) AS sent(entry),
        jsonb_to_record(sent.entry) AS e(
          id uuid, "botEventId" uuid, "channelId" uuid, key text, "externalId" jsonb, name text, email text,
          phone text, "photoUrl" text, "pageUrl" text, preview text, type "MessageType", text text, media jsonb,
          invite text, "clientId" text)
      LIMIT ${entries.length}
    ), open AS (
      SELECT c.id AS "chatId", entry.id AS "messageId", entry.preview
      FROM entry
      JOIN "Visitor" v ON v."channelId" = entry."channelId" AND v.key = entry.key
        AND v."externalId" = entry."externalId" AND v."blacklistedAt" IS NULL
        AND (entry.name IS NULL OR coalesce(v.told ->> 'name', v.name) = entry.name)
        AND (entry.email IS NULL OR coalesce(v.told ->> 'email', v.email) = entry.email)
        AND (entry.phone IS NULL OR coalesce(v.told ->> 'phone', v.phone) = entry.phone)
        AND (entry."photoUrl" IS NULL OR v."photoUrl" = entry."photoUrl")
        AND (entry."pageUrl" IS NULL OR v."pageUrl" = entry."pageUrl")
      JOIN "Chat" c ON c."visitorId" = v.id AND c.status <> 'CLOSED'
      FOR NO KEY UPDATE OF c SKIP LOCKED
    ), chat AS (
      UPDATE "Chat" c
      SET "lastSeq" = c."lastSeq" + 1, "lastVisitorSeq" = c."lastSeq" + 1, revision = c.revision + 1,
          preview = open.preview, "lastActivityAt" = now()
      FROM open
      WHERE c.id = open."chatId"
      RETURNING open."messageId", c.id AS "chatId", c."accountId", c."channelId", c."lastSeq" AS seq, c.revision,
                c.status,
                CASE WHEN c.status = 'BOT' OR c.status = 'QUEUED' AND c."agentUnavailableAt" IS NOT NULL
                     THEN c."botId" END AS "botId"
    ), message AS (
      INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text, media, invite, "externalId")
      SELECT entry.id, "accountId", "chatId", seq, 'VISITOR', type, text, media, invite, "clientId"
      FROM chat JOIN entry ON entry.id = chat."messageId"
    ), bot_event AS (
      INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", "messageId", direction, kind, state)
      SELECT "botEventId", "accountId", "botId", "chatId", "messageId", 'OUT', 'CLIENT_MESSAGE', 'PENDING'
      FROM chat JOIN entry ON entry.id = chat."messageId"
      WHERE "botId" IS NOT NULL
    ), event AS (
      INSERT INTO "Event" ("accountId", kind, "channelId", "chatId", "messageId")
      SELECT "accountId", 'MESSAGE_CREATED', "channelId", "chatId", "messageId"
      FROM chat
      RETURNING id, "messageId", "createdAt"
    )
    SELECT chat."messageId" AS id, chat."chatId", chat.status::text AS status, chat.revision, chat.seq,
           event.id AS "eventId", event."createdAt", chat."botId" IS NOT NULL AS "toBot"
    FROM chat JOIN event ON event."messageId" = chat."messageId"`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

import type { Pool } from '../../database/client.ts'
import { statement } from '../../database/statement.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { visitorKey } from '../visitors/visitor-profile.ts'
import { type AppendedRow, type AppendResult, readAppended } from './append-result.ts'
import { insertedMessage, movedChat, parcelOf, selectAppended } from './append-sql.ts'
import { visitorMessageRow } from './message-row.ts'
import type { VisitorMessage } from './visitor-message.ts'

/** A message for its visitor's open chat, as the statement below reads it. */
export type Entry = ReturnType<typeof entryOf>

/** The message with what identifies its visitor, and the details by which it is recognized that they are unchanged. */
export function entryOf({ channel, profile, draft }: VisitorMessage) {
  const { externalId, name, email, phone, photoUrl, pageUrl } = profile
  return {
    channelId: channel.id,
    key: visitorKey(profile),
    externalId,
    name,
    email,
    phone,
    photoUrl,
    pageUrl,
    parcel: parcelOf(visitorMessageRow(draft), channel.accountId),
  }
}

// The planner expects a hundred entries, and by each LIMIT a tenth of them, so one, and one chat. For more it would scan
// small tables, with a plan that it keeps while they grow.
// The row lock orders concurrent messages. A chat that was closed in the meantime no longer matches.
const append = statement<AppendedRow, { entries: string; count: number }>(
  (parameter) => Prisma.sql`
  WITH entry AS MATERIALIZED (
    SELECT * FROM (
      SELECT * FROM jsonb_to_recordset(${parameter('entries')}::jsonb) AS entry(
        "channelId" uuid, key text, "externalId" jsonb, name text, email text, phone text, "photoUrl" text,
        "pageUrl" text, parcel jsonb)
      LIMIT ${parameter('count')}) entry
    LIMIT ${parameter('count')}
  ), picked AS (
    SELECT c.id AS "chatId", entry.parcel
    FROM entry
    JOIN "Visitor" v ON v."channelId" = entry."channelId" AND v.key = entry.key
      AND v."externalId" = entry."externalId" AND v."blacklistedAt" IS NULL
      AND (entry.name IS NULL OR coalesce(v.told ->> 'name', v.name) = entry.name)
      AND (entry.email IS NULL OR coalesce(v.told ->> 'email', v.email) = entry.email)
      AND (entry.phone IS NULL OR coalesce(v.told ->> 'phone', v.phone) = entry.phone)
      AND (entry."photoUrl" IS NULL OR v."photoUrl" = entry."photoUrl")
      AND (entry."pageUrl" IS NULL OR v."pageUrl" = entry."pageUrl")
    JOIN "Chat" c ON c."visitorId" = v.id AND c.status <> 'CLOSED'
    LIMIT ${parameter('count')}
    FOR NO KEY UPDATE OF c SKIP LOCKED
  ), ${movedChat}, ${insertedMessage('VISITOR')} ${selectAppended}`,
)

/**
 * Appends each entry to the open chat of its visitor, if the visitor is known and unchanged and nobody else has
 * locked the chat. It is one statement, so one round trip and one transaction. There is at most one entry for each
 * visitor. Entries that must be stored in another way are missing from the result, a map by the message's id.
 */
export async function appendEntries(pool: Pool, entries: Entry[]): Promise<Map<string, AppendResult>> {
  const rows = await append(pool, { entries: JSON.stringify(entries), count: entries.length })
  return new Map(rows.map(readAppended).map((result) => [result.messageId, result]))
}

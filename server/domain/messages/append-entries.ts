import type { Pool } from '../../database/client.ts'
import { type ColumnTypes, definedColumns, selectedColumns } from '../../database/column-list.ts'
import { statement } from '../../database/statement.ts'
import type { Announcer } from '../../events/announce.ts'
import type { RecordedEvent } from '../../events/record.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { visitorKey } from '../visitors/visitor-profile.ts'
import { type AppendedRow, readAppended } from './append-result.ts'
import { insertedMessage, messageOf, movedChat, selectAppended } from './append-sql.ts'
import { messageEvent } from './message-event.ts'
import { type MessageRow, visitorMessageRow } from './message-row.ts'
import { type SaidMessage, saidColumns, saidMessage, saidTypes } from './said-message.ts'
import type { VisitorMessage } from './visitor-message.ts'

/** As many messages of a statement as can be prepared in the time that a commit takes. */
const PREPARED = 4

/** What statements take of a visitor's message. */
type EntryColumns = SaidMessage &
  Record<'channelId' | 'key' | 'externalId', string> &
  Record<'name' | 'email' | 'phone' | 'photoUrl' | 'pageUrl', string | null>

/** A visitor's message with what identifies its visitor, and the details by which it is recognized that they are unchanged. */
export interface Entry {
  row: MessageRow
  columns: EntryColumns
}

export function entryOf({ channel, profile, draft }: VisitorMessage): Entry {
  const row = visitorMessageRow(draft)
  const visitor = {
    channelId: channel.id,
    key: visitorKey(profile),
    externalId: JSON.stringify(profile.externalId),
    name: profile.name ?? null,
    email: profile.email ?? null,
    phone: profile.phone ?? null,
    photoUrl: profile.photoUrl ?? null,
    pageUrl: profile.pageUrl ?? null,
  }
  return { row, columns: Object.assign(visitor, saidMessage(row)) }
}

/** The types of these columns in PostgreSQL. `externalId` is JSON as text, because a JSON string is not its own text. */
const entryTypes: ColumnTypes<keyof EntryColumns> = {
  channelId: 'uuid',
  key: 'text',
  externalId: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  photoUrl: 'text',
  pageUrl: 'text',
  ...saidTypes,
}

/** The columns of one entry, for a statement that gets it as parameters: they take half as long as JSON. */
export function entryColumns(parameter: (column: keyof EntryColumns) => unknown): Prisma.Sql {
  return selectedColumns(entryTypes, parameter)
}

const appendOne = statement<AppendedRow, EntryColumns>(
  (parameter) =>
    Prisma.sql`WITH entry AS (SELECT ${entryColumns(parameter)}), ${appended(Prisma.sql`LIMIT 1`)}`,
)

// The planner expects a hundred entries, and by each LIMIT a tenth of them, so one.
const appendMany = statement<AppendedRow, { entries: string; count: number }>((parameter) => {
  const limit = Prisma.sql`LIMIT ${parameter('count')}`
  return Prisma.sql`
  WITH entry AS MATERIALIZED (
    SELECT * FROM (
      SELECT * FROM jsonb_to_recordset(${parameter('entries')}::jsonb) AS entry(${definedColumns(entryTypes)})
      ${limit}) entry
    ${limit}
  ), ${appended(limit)}`
})

// By the LIMIT, the planner expects one chat. For more it would scan small tables, with a plan that it keeps while they
// grow. The row lock orders concurrent messages. A chat that was closed in the meantime no longer matches.
function appended(limit: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
  picked AS (
    SELECT c.id AS "chatId", ${saidColumns}
    FROM entry
    JOIN "Visitor" v ON v."channelId" = entry."channelId" AND v.key = entry.key
      AND v."externalId" = entry."externalId"::jsonb AND v."blacklistedAt" IS NULL
      AND (entry.name IS NULL OR coalesce(v.told ->> 'name', v.name) = entry.name)
      AND (entry.email IS NULL OR coalesce(v.told ->> 'email', v.email) = entry.email)
      AND (entry.phone IS NULL OR coalesce(v.told ->> 'phone', v.phone) = entry.phone)
      AND (entry."photoUrl" IS NULL OR v."photoUrl" = entry."photoUrl")
      AND (entry."pageUrl" IS NULL OR v."pageUrl" = entry."pageUrl")
    JOIN "Chat" c ON c."visitorId" = v.id AND c.status <> 'CLOSED'
    ${limit}
    FOR NO KEY UPDATE OF c SKIP LOCKED
  ), ${movedChat}, ${insertedMessage('VISITOR')} ${selectAppended}`
}

/**
 * Appends each entry to the open chat of its visitor, if the visitor is known and unchanged and nobody else has
 * locked the chat. It is one statement, so one round trip and one transaction. There is at most one entry for each
 * visitor. Returns the events to announce, by the message's id; entries that must be stored in another way have none.
 */
export async function appendEntries(
  { pool, announcer }: { pool: Pool; announcer: Announcer },
  entries: Entry[],
): Promise<Map<string, RecordedEvent>> {
  const rows = new Map(entries.map(({ row }) => [row.id, row]))
  const recorded = new Map<string, RecordedEvent>()
  const onRow = (appendedRow: AppendedRow) => {
    const result = readAppended(appendedRow)
    const event = messageEvent(messageOf(rows.get(result.messageId) as MessageRow, result), result)
    recorded.set(result.messageId, event)
    if (recorded.size <= PREPARED) announcer.prepare(event)
  }
  const [only, ...others] = entries
  if (only && others.length === 0) await appendOne(pool, only.columns, { onRow })
  else {
    const columns = JSON.stringify(entries.map((entry) => entry.columns))
    await appendMany(pool, { entries: columns, count: entries.length }, { onRow })
  }
  return recorded
}

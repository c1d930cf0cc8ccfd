import type { Pool } from '../../database/client.ts'
import { type ColumnTypes, definedColumns, selectedColumns } from '../../database/column-list.ts'
import { earlyStatement } from '../../database/statement.ts'
import type { Announcer } from '../../events/announce.ts'
import type { RecordedEvent } from '../../events/record.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { visitorKey } from '../visitors/visitor-profile.ts'
import { type ResultInJson, readResult } from './append-result.ts'
import { insertedMessage, messageOf, movedChat, selectAppended } from './append-sql.ts'
import { messageEvent } from './message-event.ts'
import { type MessageRow, visitorMessageRow } from './message-row.ts'
import {
  type Said,
  type SaidMessage,
  saidInColumns,
  saidInParameters,
  saidMessage,
  saidTypes,
} from './said-message.ts'
import type { VisitorMessage } from './visitor-message.ts'

/** As many messages as screens can prepare in the time that a commit takes. */
const PREPARED_PER_STATEMENT = 4

/** What identifies a visitor, and the details by which it is recognized that they are unchanged. */
type VisitorColumns = Record<'channelId' | 'key' | 'externalId', string> &
  Record<'name' | 'email' | 'phone' | 'photoUrl' | 'pageUrl', string | null>
type EntryColumns = VisitorColumns & SaidMessage

/** A visitor's message, and what statements take of it. */
export interface Entry {
  row: MessageRow
  columns: EntryColumns
}

export function entryOf({ channel, profile, draft }: VisitorMessage): Entry {
  const row = visitorMessageRow(draft)
  const visitor: VisitorColumns = {
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

/** The types of a visitor's columns. `externalId` is JSON as text, because a JSON string is not its own text. */
const visitorTypes: ColumnTypes<keyof VisitorColumns> = {
  channelId: 'uuid',
  key: 'text',
  externalId: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  photoUrl: 'text',
  pageUrl: 'text',
}

/** The visitor of an entry, in a statement with its columns as parameters. */
export function visitorInParameters(parameter: (column: keyof VisitorColumns) => unknown): Prisma.Sql {
  return selectedColumns(visitorTypes, parameter)
}

const appendOne = earlyStatement<ResultInJson, EntryColumns>((parameter) => {
  const entry = Prisma.sql`entry AS (SELECT ${visitorInParameters(parameter)})`
  return appended({ entry, limit: Prisma.sql`LIMIT 1`, said: saidInParameters(parameter, 'VISITOR') })
})

// The planner expects a hundred entries, and by each LIMIT a tenth of them, so one.
const appendMany = earlyStatement<ResultInJson, { entries: string; count: number }>((parameter) => {
  const limit = Prisma.sql`LIMIT ${parameter('count')}`
  const columns = definedColumns({ ...visitorTypes, ...saidTypes })
  const entry = Prisma.sql`
  entry AS MATERIALIZED (
    SELECT * FROM (
      SELECT * FROM jsonb_to_recordset(${parameter('entries')}::jsonb) AS entry(${columns})
      ${limit}) entry
    ${limit}
  )`
  return appended({ entry, limit, said: saidInColumns('VISITOR') })
})

// By the LIMIT, the planner expects one chat. For more it would scan small tables, with a plan that it keeps while they
// grow. The row lock orders concurrent messages. A chat that was closed in the meantime no longer matches.
function appended({ entry, limit, said }: { entry: Prisma.Sql; limit: Prisma.Sql; said: Said }): Prisma.Sql {
  return Prisma.sql`
  WITH ${entry}, picked AS (
    SELECT c.id AS "chatId"${said.carried}
    FROM entry
    JOIN "Visitor" v ON v."channelId" = entry."channelId" AND v.key = entry.key
      AND v."externalId" = entry."externalId"::jsonb AND v."blacklistedAt" IS NULL
      AND (entry.name IS NULL OR coalesce(v.told ->> 'name', v.name) = entry.name)
      AND (entry.email IS NULL OR coalesce(v.told ->> 'email', v.email) = entry.email)
      AND (entry.phone IS NULL OR coalesce(v.told ->> 'phone', v.phone) = entry.phone)
      AND (entry."photoUrl" IS NULL OR v."photoUrl" = entry."photoUrl")
      AND (entry."pageUrl" IS NULL OR v."pageUrl" = entry."pageUrl")
    JOIN "Chat" c ON c."visitorId" = v.id AND c.status <> 'CLOSED' AND c."snoozedAt" IS NULL
    ${limit}
    FOR NO KEY UPDATE OF c SKIP LOCKED
  ), ${movedChat(said)}, ${insertedMessage(said)} ${selectAppended}`
}

/**
 * Appends each entry to the open chat of its visitor, if the visitor is known and unchanged and nobody else has
 * locked the chat, which is not snoozed. It is one statement, so one round trip and one transaction. There is at most one entry for each
 * visitor. Returns the events to announce, by the message's id; entries that must be stored in another way have none.
 * Screens prepare the first few before the commit.
 */
export async function appendEntries(
  { pool, announcer }: { pool: Pool; announcer: Announcer },
  entries: Entry[],
): Promise<Map<string, RecordedEvent>> {
  const rows = new Map(entries.map(({ row }) => [row.id, row]))
  const recorded = new Map<string, RecordedEvent>()
  const onRow = (json: ResultInJson) => {
    const result = readResult(json)
    const event = messageEvent(messageOf(rows.get(result.messageId) as MessageRow, result), result)
    recorded.set(result.messageId, event)
    if (recorded.size <= PREPARED_PER_STATEMENT) announcer.prepare(event)
  }
  const [only, ...others] = entries
  if (only && others.length === 0) await appendOne(pool, only.columns, onRow)
  else {
    const columns = JSON.stringify(entries.map((entry) => entry.columns))
    await appendMany(pool, { entries: columns, count: entries.length }, onRow)
  }
  return recorded
}

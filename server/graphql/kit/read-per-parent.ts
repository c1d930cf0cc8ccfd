import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'

const COLUMNS = {
  AuditEntry: Prisma.AuditEntryScalarFieldEnum,
  AutomaticMessage: Prisma.AutomaticMessageScalarFieldEnum,
  BotEvent: Prisma.BotEventScalarFieldEnum,
  Call: Prisma.CallScalarFieldEnum,
  CallLogEntry: Prisma.CallLogEntryScalarFieldEnum,
  Channel: Prisma.ChannelScalarFieldEnum,
  Chat: Prisma.ChatScalarFieldEnum,
  ChatInvitation: Prisma.ChatInvitationScalarFieldEnum,
  ChatMember: Prisma.ChatMemberScalarFieldEnum,
  ChatObserver: Prisma.ChatObserverScalarFieldEnum,
  CannedReply: Prisma.CannedReplyScalarFieldEnum,
  Department: Prisma.DepartmentScalarFieldEnum,
  File: Prisma.FileScalarFieldEnum,
  Message: Prisma.MessageScalarFieldEnum,
  OfflineMessage: Prisma.OfflineMessageScalarFieldEnum,
  OutboxAttempt: Prisma.OutboxAttemptScalarFieldEnum,
  OutboxItem: Prisma.OutboxItemScalarFieldEnum,
  TriggerCount: Prisma.TriggerCountScalarFieldEnum,
  User: Prisma.UserScalarFieldEnum,
  Visitor: Prisma.VisitorScalarFieldEnum,
}

export type Table = keyof typeof COLUMNS

/**
 * `SELECT` with all columns of the table that this version knows, by name: a prepared `SELECT *` fails as soon as a
 * newer version adds a column.
 */
export function selectAll(table: Table): Prisma.Sql {
  const columns = Object.values(COLUMNS[table]).map((column) => `"${table}"."${column}"`)
  return Prisma.raw(`SELECT ${columns.join(', ')} FROM "${table}"`)
}

/**
 * Reads rows for many parents in one statement. `rows` runs once for each of them, refers to the parent as `parent.id`
 * and ends with its own ORDER BY and LIMIT. The results are in the order of the parents.
 */
export async function readPerParent<Row extends object>(
  pool: Pool,
  parentIds: readonly string[],
  rows: Prisma.Sql,
): Promise<Row[][]> {
  const statement = Prisma.sql`SELECT parent.id AS "parentId", child.*
    FROM unnest(${[...parentIds]}::uuid[]) AS parent(id) CROSS JOIN LATERAL (${rows}) AS child`
  const byParent = new Map<string, Row[]>(parentIds.map((id) => [id, []]))
  for (const row of await queryDirect<Row & { parentId: string }>(pool, statement)) {
    byParent.get(row.parentId)?.push(row)
  }
  return parentIds.map((id) => byParent.get(id) ?? [])
}

import { Prisma } from '../generated/prisma/client.ts'

const COLUMNS = {
  ArchivedChat: Prisma.ArchivedChatScalarFieldEnum,
  AuditEntry: Prisma.AuditEntryScalarFieldEnum,
  AutomaticMessage: Prisma.AutomaticMessageScalarFieldEnum,
  Bot: Prisma.BotScalarFieldEnum,
  BotEvent: Prisma.BotEventScalarFieldEnum,
  BotProvider: Prisma.BotProviderScalarFieldEnum,
  Call: Prisma.CallScalarFieldEnum,
  CallLogEntry: Prisma.CallLogEntryScalarFieldEnum,
  Channel: Prisma.ChannelScalarFieldEnum,
  Chat: Prisma.ChatScalarFieldEnum,
  ChatApiSettings: Prisma.ChatApiSettingsScalarFieldEnum,
  ChatInvitation: Prisma.ChatInvitationScalarFieldEnum,
  ChatMember: Prisma.ChatMemberScalarFieldEnum,
  ChatObserver: Prisma.ChatObserverScalarFieldEnum,
  CannedReply: Prisma.CannedReplyScalarFieldEnum,
  Department: Prisma.DepartmentScalarFieldEnum,
  File: Prisma.FileScalarFieldEnum,
  Mention: Prisma.MentionScalarFieldEnum,
  Message: Prisma.MessageScalarFieldEnum,
  OfflineMessage: Prisma.OfflineMessageScalarFieldEnum,
  OutboxAttempt: Prisma.OutboxAttemptScalarFieldEnum,
  OutboxItem: Prisma.OutboxItemScalarFieldEnum,
  RunningProcess: Prisma.RunningProcessScalarFieldEnum,
  Tag: Prisma.TagScalarFieldEnum,
  TriggerCount: Prisma.TriggerCountScalarFieldEnum,
  UnseenNews: Prisma.UnseenNewsScalarFieldEnum,
  User: Prisma.UserScalarFieldEnum,
  Visit: Prisma.VisitScalarFieldEnum,
  VisitInvitation: Prisma.VisitInvitationScalarFieldEnum,
  Visitor: Prisma.VisitorScalarFieldEnum,
  WebhookEndpoint: Prisma.WebhookEndpointScalarFieldEnum,
  WidgetSettings: Prisma.WidgetSettingsScalarFieldEnum,
}

export type Table = keyof typeof COLUMNS

/** The tables whose rows are read past Prisma. */
export const tables = Object.keys(COLUMNS) as Table[]

/** Lists of enums, which the driver would leave as they are written. */
const ENUM_LISTS = [
  '"WebhookEndpoint"."events"',
  '"WidgetSettings"."contactFields"',
  '"WidgetSettings"."requiredFields"',
]

/**
 * All columns of the table that this version knows, by name: a prepared `SELECT *` fails as soon as a newer version adds a
 * column. `alias` is what the statement calls the table.
 */
export function columnsOf(table: Table, alias: string = table): Prisma.Sql {
  const columns = Object.values(COLUMNS[table]).map((name) =>
    ENUM_LISTS.includes(`"${table}"."${name}"`)
      ? `"${alias}"."${name}"::text[] AS "${name}"`
      : `"${alias}"."${name}"`,
  )
  return Prisma.raw(columns.join(', '))
}

/** `SELECT` with all {@link columnsOf} the table. */
export function selectAll(table: Table): Prisma.Sql {
  return Prisma.sql`SELECT ${columnsOf(table)} FROM ${Prisma.raw(`"${table}"`)}`
}

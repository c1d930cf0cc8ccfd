import { Prisma } from '../../generated/prisma/client.ts'

/**
 * A table that the archive searches, with the columns by which it is read. Each has an index on the account
 * and these two, and columns `"channelId"` and `"visitorId"`.
 */
export interface RecordTable {
  name: Prisma.Sql
  /** Its name without quotation marks. */
  relation: string
  id: Prisma.Sql
  at: Prisma.Sql
}

const tableOf = (name: string, id: string, at: string): RecordTable => ({
  name: Prisma.raw(`"${name}"`),
  relation: name,
  id: Prisma.raw(`"${name}"."${id}"`),
  at: Prisma.raw(`"${name}"."${at}"`),
})

export const ARCHIVED_CHATS = tableOf('ArchivedChat', 'chatId', 'closedAt')
export const CALLS = tableOf('Call', 'id', 'createdAt')
export const OFFLINE_MESSAGES = tableOf('OfflineMessage', 'id', 'createdAt')

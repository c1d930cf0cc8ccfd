import { type ColumnTypes, columnList } from '../../database/column-list.ts'
import { type MessageAuthor, Prisma } from '../../generated/prisma/client.ts'
import { isEntry } from './entries/is-entry.ts'
import type { MessageRow } from './message-row.ts'
import { previewOf } from './preview.ts'

/**
 * What statements take of a message, in columns whose names occur in no table: its row, and its preview for the list of
 * chats, which a notice does not change.
 */
export type SaidMessage = { [Field in keyof MessageRow as `said_${Field}`]: MessageRow[Field] } & {
  said_preview: string | null
}

/** The types of these columns in PostgreSQL. */
export const saidTypes: ColumnTypes<keyof SaidMessage> = {
  said_id: 'uuid',
  said_author: '"MessageAuthor"',
  said_userId: 'uuid',
  said_type: '"MessageType"',
  said_text: 'text',
  said_media: 'jsonb',
  said_fileId: 'uuid',
  said_rich: 'jsonb',
  said_quotedId: 'uuid',
  said_notice: 'jsonb',
  said_invite: 'text',
  said_externalId: 'text',
  said_preview: 'text',
}

/** The message in these columns. Field by field: every message comes through here. */
export function saidMessage(row: MessageRow): SaidMessage {
  return {
    said_id: row.id,
    said_author: row.author,
    said_userId: row.userId,
    said_type: row.type,
    said_text: row.text,
    said_media: row.media,
    said_fileId: row.fileId,
    said_rich: row.rich,
    said_quotedId: row.quotedId,
    said_notice: row.notice,
    said_invite: row.invite,
    said_externalId: row.externalId,
    said_preview: isEntry(row, 'isActivity') ? previewOf(row) : null,
  }
}

/** Where a statement finds what is said. */
export interface Said {
  /** Null when it is not known before the statement runs. */
  author: MessageAuthor | null
  value(column: keyof SaidMessage): Prisma.Sql
  /** The columns that CTEs pass on from `picked`, each after a comma. */
  carried: Prisma.Sql
}

/** One message, in the statement's parameters: takes less time than JSON that is made into rows. */
export function saidInParameters(
  parameter: (column: keyof SaidMessage) => unknown,
  author: MessageAuthor,
): Said {
  const value = (column: keyof SaidMessage) =>
    Prisma.sql`${parameter(column)}::${Prisma.raw(saidTypes[column])}`
  return { author, value, carried: Prisma.empty }
}

/** Several messages, in columns of `picked`; all by one author, if given. */
export function saidInColumns(author: MessageAuthor | null = null): Said {
  const carried = Prisma.sql`, ${columnList(Object.keys(saidTypes))}`
  return { author, value: (column) => Prisma.raw(`"${column}"`), carried }
}

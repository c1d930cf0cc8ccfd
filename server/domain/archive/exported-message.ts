import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { EntryWriter } from '../messages/entries/entry-kinds.ts'
import { isEntrySql, type ShownType, shownTypeSql, writerSql } from '../messages/entries/is-entry.ts'

/** A message or a note as it is exported. Notices are not exported. */
export interface ExportedMessage {
  chatId: string
  seq: number
  createdAt: Date
  author: EntryWriter
  /** The operator who wrote it, also of a note. */
  operator: string | null
  type: ShownType
  text: string | null
  /** The address of the file that it shows. */
  file: string | null
  /** The place (`seq`) of the message of this chat that it quotes; null also when that was deleted since. */
  quotes: number | null
}

interface MessageSelection {
  accountId: string
  chatIds: string[]
}

const MESSAGES = 1_000

const ENTRY = { author: Prisma.sql`m.author`, type: Prisma.sql`m.type` }

/** The messages of the chats, chat by chat in the order of the ids. It reads a thousand at a time, however long a chat is. */
export async function* exportedMessages(
  { pool }: Pick<Services, 'pool'>,
  { accountId, chatIds }: MessageSelection,
): AsyncGenerator<ExportedMessage> {
  let rest = chatIds
  let seq = 0
  while (rest.length > 0) {
    const messages = await queryDirect<ExportedMessage>(pool, selectMessages(accountId, rest, seq))
    yield* messages
    const last = messages.at(-1)
    if (!last || messages.length < MESSAGES) return
    rest = rest.slice(rest.indexOf(last.chatId))
    seq = last.seq
  }
}

/** Of the first chat those after `seq`. The place is the rank, because the order of ids has no meaning. */
function selectMessages(accountId: string, chatIds: string[], seq: number): Prisma.Sql {
  return Prisma.sql`
    SELECT m."chatId", m.seq, m."createdAt", ${writerSql(ENTRY)} AS author, u.name AS operator,
      ${shownTypeSql(ENTRY)} AS type,
      coalesce(m.text, m.rich ->> 'content', m.rich ->> 'title',
        (SELECT string_agg(button ->> 'text', ' · ') FROM jsonb_array_elements(m.rich -> 'buttons') AS button)) AS text,
      m.media ->> 'file' AS file,
      CASE WHEN m."quotedId" IS NOT NULL THEN (
        SELECT quoted.seq FROM "Message" quoted WHERE quoted.id = m."quotedId" AND quoted."deletedAt" IS NULL) END AS quotes
    FROM unnest(${chatIds}::uuid[]) WITH ORDINALITY AS wanted(id, place)
    CROSS JOIN LATERAL (
      SELECT * FROM "Message" entry
      WHERE "accountId" = ${accountId}::uuid AND "chatId" = wanted.id AND ${isEntrySql('entry', 'inArchive')}
        AND seq > CASE wanted.place WHEN 1 THEN ${seq}::int ELSE 0 END
      ORDER BY seq LIMIT ${MESSAGES}
    ) AS m
    LEFT JOIN "User" u ON u.id = m."userId"
    ORDER BY wanted.place, m.seq
    LIMIT ${MESSAGES}`
}

import { columnsOf } from '../../../database/select-all.ts'
import { AppError } from '../../../errors.ts'
import { type Message, Prisma, type Visitor } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { isEntrySql } from '../../messages/entries/is-entry.ts'

interface FindHistory {
  visitor: Pick<Visitor, 'id' | 'accountId'>
  last: number
  /** The `earlier` of the page after this one. */
  before: string | null
}

/** A page of the messages to and from a visitor, in all of their chats, oldest first. */
export interface History {
  messages: Message[]
  /** Where the page before this one ends; null at the beginning. */
  earlier: string | null
}

const CURSOR = /^(\d{1,9})\.(\d{1,9})$/

/**
 * Reads backwards what a visitor may read: without what is only for operators, and without what they have cleared. Throws `invalid_cursor`.
 */
export async function findHistory(
  { db }: Services,
  { visitor, last, before }: FindHistory,
): Promise<History> {
  const place = before === null ? null : CURSOR.exec(before)
  if (before !== null && !place)
    throw new AppError('invalid_cursor', 'This cursor is not valid.', { field: 'before' })
  const [, number, seq] = (place ?? []).map(Number)
  const until =
    place &&
    (await db.chat.findFirst({
      where: { accountId: visitor.accountId, visitorId: visitor.id, number },
      select: { closedAt: true },
    }))
  if (place && !until) return { messages: [], earlier: null }
  const inChats = until?.closedAt
    ? Prisma.sql`AND (c."closedAt", c.number) <= (${until.closedAt}, ${number}::int)`
    : Prisma.empty
  const inMessages = place
    ? Prisma.sql`AND seq < CASE WHEN c.number = ${number}::int THEN ${seq}::int ELSE c."lastSeq" + 1 END`
    : Prisma.empty
  // From chat to chat, from the open one back (`CURRENT_FIRST`), until the page is full.
  const rows = await db.$queryRaw<(Message & { number: number })[]>(Prisma.sql`
    SELECT ${columnsOf('Message', 'm')}, c.number
    FROM "Chat" AS c
    CROSS JOIN LATERAL (
      SELECT * FROM "Message" entry
      WHERE "chatId" = c.id AND ${isEntrySql('entry', 'forVisitor')} AND seq > c."clearedSeq" ${inMessages}
      ORDER BY seq DESC LIMIT ${last + 1}
    ) AS m
    WHERE c."visitorId" = ${visitor.id}::uuid AND c."lastSeq" > c."clearedSeq" ${inChats}
    ORDER BY c."closedAt" DESC NULLS FIRST, c.number DESC, m.seq DESC
    LIMIT ${last + 1}`)
  const page = rows.slice(0, last)
  const oldest = page.at(-1)
  return {
    messages: page.toReversed(),
    earlier: rows.length > last && oldest ? `${oldest.number}.${oldest.seq}` : null,
  }
}

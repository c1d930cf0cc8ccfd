import { AppError } from '../../errors.ts'
import { type Message, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

interface FindHistory {
  visitorId: string
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
 * Reads backwards what a visitor may read: without notices, and without what they have cleared. Throws `invalid_cursor`.
 */
export async function findHistory(
  { db }: Services,
  { visitorId, last, before }: FindHistory,
): Promise<History> {
  const place = before === null ? null : CURSOR.exec(before)
  if (before !== null && !place)
    throw new AppError('invalid_cursor', 'This cursor is not valid.', { field: 'before' })
  const [, number, seq] = (place ?? []).map(Number)
  const inChats = place ? Prisma.sql`AND number <= ${number}::int` : Prisma.empty
  const inMessages = place
    ? Prisma.sql`AND seq < CASE WHEN c.number = ${number}::int THEN ${seq}::int ELSE c."lastSeq" + 1 END`
    : Prisma.empty
  // From chat to chat, newest first, until the page is full.
  const rows = await db.$queryRaw<(Message & { number: number })[]>(Prisma.sql`
    SELECT m.*, c.number
    FROM (
      SELECT id, number, "lastSeq", "clearedSeq" FROM "Chat"
      WHERE "visitorId" = ${visitorId}::uuid AND "lastSeq" > "clearedSeq" ${inChats}
      ORDER BY number DESC
    ) AS c
    CROSS JOIN LATERAL (
      SELECT * FROM "Message"
      WHERE "chatId" = c.id AND type <> 'NOTICE' AND seq > c."clearedSeq" ${inMessages}
      ORDER BY seq DESC LIMIT ${last + 1}
    ) AS m
    ORDER BY c.number DESC, m.seq DESC
    LIMIT ${last + 1}`)
  const page = rows.slice(0, last)
  const oldest = page.at(-1)
  return {
    messages: page.toReversed(),
    earlier: rows.length > last && oldest ? `${oldest.number}.${oldest.seq}` : null,
  }
}

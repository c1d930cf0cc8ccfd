import { AppError } from '../../errors.ts'
import { type Message, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

interface FindHistory {
  visitorId: string
  last: number
  /** The `earlier` of the page after this one. */
  before: string | null
}

/** A page of what was said to and by a visitor, in all of their chats, oldest first. */
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
    throw new AppError('invalid_cursor', 'This cursor was never given out.', { field: 'before' })
  const [, number, seq] = place ?? []
  const rows = await db.$queryRaw<(Message & { number: number })[]>(Prisma.sql`
    SELECT m.*, c.number
    FROM "Chat" c JOIN "Message" m ON m."chatId" = c.id
    WHERE c."visitorId" = ${visitorId}::uuid AND m.type <> 'NOTICE'
      AND m."createdAt" > coalesce((SELECT v."clearedAt" FROM "Visit" v WHERE v."visitorId" = c."visitorId"), '-infinity')
      ${place ? Prisma.sql`AND (c.number, m.seq) < (${Number(number)}::int, ${Number(seq)}::int)` : Prisma.empty}
    ORDER BY c.number DESC, m.seq DESC
    LIMIT ${last + 1}`)
  const page = rows.slice(0, last)
  const oldest = page.at(-1)
  return {
    messages: page.toReversed(),
    earlier: rows.length > last && oldest ? `${oldest.number}.${oldest.seq}` : null,
  }
}

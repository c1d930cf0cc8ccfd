import type { Services } from '../../../services.ts'
import { isEntrySql } from '../../messages/entries/is-entry.ts'

/** How many replies a visitor has not seen, of those that neither they have cleared nor their authors deleted. */
export async function countUnread({ db }: Services, visitorId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count
    FROM "Chat" c JOIN "Message" m ON m."chatId" = c.id
      AND m.seq > c."seenSeq" AND m.seq > c."lastVisitorSeq" AND m.seq > c."clearedSeq"
    WHERE c."visitorId" = ${visitorId}::uuid AND ${isEntrySql('m', 'isReply')} AND m."deletedAt" IS NULL`
  return row?.count ?? 0
}

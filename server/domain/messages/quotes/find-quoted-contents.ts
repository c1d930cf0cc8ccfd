import type { Db, Tx } from '../../../database/client.ts'
import type { Message } from '../../../generated/prisma/client.ts'
import type { QuotedContent } from './with-quote.ts'

/** What messages quote, by its id; without what was deleted since. */
export async function findQuotedContents(
  db: Db | Tx,
  messages: readonly Pick<Message, 'quotedId'>[],
): Promise<Map<string | null, QuotedContent>> {
  const ids = messages.flatMap(({ quotedId }) => quotedId ?? [])
  if (ids.length === 0) return new Map()
  const found = await db.message.findMany({
    where: { id: { in: ids }, deletedAt: null },
    select: { id: true, text: true, media: true, rich: true },
  })
  return new Map(found.map(({ id, ...content }) => [id, content]))
}

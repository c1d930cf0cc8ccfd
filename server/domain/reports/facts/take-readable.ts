import type { Tx } from '../../../database/client.ts'
import { ENTRIES } from './find-closed-chats.ts'

/** The entries that a transaction reads, apart from those of its last chat: a second of work, not minutes. */
const MOST_ENTRIES = 20_000

/** As many of the first of these chats as one transaction can read, and at least one of them. */
export async function takeReadable(tx: Tx, chatIds: readonly string[]): Promise<string[]> {
  const chats = await tx.chat.findMany({
    where: { id: { in: [...chatIds] } },
    select: { id: true, lastSeq: true },
  })
  const lengthOf = new Map(chats.map(({ id, lastSeq }) => [id, Math.min(lastSeq, ENTRIES)]))
  const readable: string[] = []
  let entries = 0
  for (const id of chatIds) {
    if (entries >= MOST_ENTRIES) break
    entries += lengthOf.get(id) ?? 0
    readable.push(id)
  }
  return readable
}

import type { Tx } from '../../../database/client.ts'
import { takeReadable } from './take-readable.ts'
import { writeChatFacts } from './write-chat-facts.ts'

const BATCH = 500
const BACKFILL = { id: 1 }

/**
 * Writes the facts of some chats that were closed before there were facts, newest first; resolves with whether any are
 * left.
 */
export async function backfillFacts(tx: Tx): Promise<boolean> {
  const backfill = await tx.chatFactBackfill.findUnique({ where: BACKFILL })
  if (!backfill) return false
  const chats = await tx.archivedChat.findMany({
    where: { chatId: { lt: backfill.beforeChatId } },
    orderBy: { chatId: 'desc' },
    take: BATCH,
    select: { chatId: true },
  })
  const readable = await takeReadable(
    tx,
    chats.map(({ chatId }) => chatId),
  )
  await writeChatFacts(tx, readable)
  const last = readable.at(-1)
  if (last && (readable.length < chats.length || chats.length === BATCH)) {
    await tx.chatFactBackfill.update({ where: BACKFILL, data: { beforeChatId: last } })
    return true
  }
  await tx.chatFactBackfill.deleteMany({ where: BACKFILL })
  return false
}

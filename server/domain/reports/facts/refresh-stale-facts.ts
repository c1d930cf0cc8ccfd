import type { Tx } from '../../../database/client.ts'
import { takeReadable } from './take-readable.ts'
import { eraseChatFacts, writeChatFacts } from './write-chat-facts.ts'

const BATCH = 500

/** Brings the facts of some chats that have changed up to date; resolves with whether there were any. */
export async function refreshStaleFacts(tx: Tx): Promise<boolean> {
  const oldest = await tx.staleChatFact.findMany({ orderBy: { id: 'asc' }, take: BATCH })
  if (oldest.length === 0) return false
  const readable = new Set(await takeReadable(tx, [...new Set(oldest.map(({ chatId }) => chatId))]))
  const stale = oldest.filter(({ chatId }) => readable.has(chatId))
  const erased = new Set(stale.filter((fact) => fact.erased).map(({ chatId }) => chatId))
  const changed = new Set(stale.map(({ chatId }) => chatId).filter((id) => !erased.has(id)))
  if (changed.size > 0) await writeChatFacts(tx, [...changed])
  if (erased.size > 0) await eraseChatFacts(tx, [...erased])
  await tx.staleChatFact.deleteMany({ where: { id: { in: stale.map(({ id }) => id) } } })
  return true
}

import type { Tx } from '../../database/client.ts'
import { selectAll } from '../../database/select-all.ts'
import type { Chat } from '../../generated/prisma/client.ts'

/**
 * Locks the open chat of a visitor for this transaction. Null when there is none, and when it was closed while this
 * waited for it. Whoever also locks the visitor does so before.
 */
export async function lockOpenChat(tx: Tx, visitorId: string): Promise<Chat | null> {
  const [chat] = await tx.$queryRaw<Chat[]>`
    ${selectAll('Chat')} WHERE "visitorId" = ${visitorId}::uuid AND status <> 'CLOSED' FOR NO KEY UPDATE`
  return chat ?? null
}

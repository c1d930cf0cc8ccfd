import type { Tx } from '../../database/client.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import { lockSurvivor } from './lock-survivor.ts'

/** Locks the visitor of a chat, before the chat, which then stays theirs. Null when the chat does not exist. */
export async function lockVisitorOfChat(tx: Tx, chatId: string): Promise<Visitor | null> {
  const chat = await tx.chat.findUnique({
    where: { id: chatId },
    select: { accountId: true, visitorId: true },
  })
  return chat && lockSurvivor(tx, { accountId: chat.accountId, id: chat.visitorId })
}

import type { Tx } from '../../database/client.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import { type Viewer, within } from '../viewer.ts'

/**
 * Locks those of these chats that the viewer sees, in a fixed order, so that two who lock the same ones do not wait for
 * each other. By their ids; the others are left out.
 */
export async function lockChats(tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<Map<string, Chat>> {
  await tx.$queryRaw`
    SELECT 1 FROM "Chat" WHERE id = ANY(${[...ids]}::uuid[]) AND "accountId" = ${viewer.accountId}::uuid
    ORDER BY id FOR NO KEY UPDATE`
  const chats = await tx.chat.findMany({ where: { id: { in: [...ids] }, ...within(viewer) } })
  return new Map(chats.map((chat) => [chat.id, chat]))
}

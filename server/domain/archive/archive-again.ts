import type { Tx } from '../../database/client.ts'
import type { Chat } from '../../generated/prisma/client.ts'

/** After an entry of a closed chat was added or changed: the archive finds it, and the lists have its activity. */
export async function archiveAgain(tx: Tx, { id, status }: Pick<Chat, 'id' | 'status'>): Promise<void> {
  if (status !== 'CLOSED') return
  await tx.$executeRaw`UPDATE "Chat" SET "closedActivityAt" = "lastActivityAt" WHERE id = ${id}::uuid`
  await tx.$executeRaw`SELECT archive_chats(ARRAY[${id}]::uuid[], true)`
}

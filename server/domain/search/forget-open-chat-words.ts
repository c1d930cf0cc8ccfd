import type { Tx } from '../../database/client.ts'
import type { Chat } from '../../generated/prisma/client.ts'

/** After a message was changed: an open chat is not found by what it said before. The sweep makes its words again. */
export async function forgetOpenChatWords(
  tx: Tx,
  { id, accountId, status }: Pick<Chat, 'id' | 'accountId' | 'status'>,
): Promise<void> {
  if (status === 'CLOSED') return
  // Also when there are none yet: the sweep may be making them from what was there before.
  await tx.$executeRaw`
    INSERT INTO "OpenChatWords" ("chatId", "accountId", seq, changes) VALUES (${id}::uuid, ${accountId}::uuid, 0, 1)
    ON CONFLICT ("chatId") DO UPDATE SET seq = 0, changes = "OpenChatWords".changes + 1, document = NULL`
}

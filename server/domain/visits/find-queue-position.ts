import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

/** The place of a waiting chat among those of its channel and department: 1 is the next. Null unless it waits. */
export async function findQueuePosition(
  { db }: Services,
  { id, accountId, channelId, departmentId, status, queuedAt }: Chat,
): Promise<number | null> {
  if (status !== 'QUEUED' || !queuedAt) return null
  const before = await db.chat.count({
    where: {
      accountId,
      channelId,
      departmentId,
      status: 'QUEUED',
      OR: [{ queuedAt: { lt: queuedAt } }, { queuedAt, id: { lt: id } }],
    },
  })
  return before + 1
}

import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'

/** The viewer knows that these chats were taken from them while they were gone. Others are ignored. */
export async function acknowledgeLeftChats(
  { db }: Services,
  { viewer, chatIds }: { viewer: Viewer; chatIds: readonly string[] },
): Promise<void> {
  await db.chatMember.updateMany({
    where: { userId: viewer.userId, chatId: { in: [...chatIds] }, leftAloneAt: { not: null } },
    data: { leftAloneAt: null },
  })
}

import type { Services } from '../../services.ts'
import { checkIds } from '../check-ids.ts'
import { type Viewer, within } from '../viewer.ts'

/** The viewer knows that these chats were taken from them while they were gone. Throws `not_found` for each of them. */
export async function acknowledgeLeftChats(
  { db }: Services,
  { viewer, chatIds }: { viewer: Viewer; chatIds: readonly string[] },
): Promise<void> {
  const where = { id: { in: [...chatIds] }, ...within(viewer) }
  const known = await db.chat.findMany({ where, select: { id: true } })
  const message = 'This chat does not exist, or you cannot see it.'
  checkIds(chatIds, { known, field: 'input.chatIds', message })
  await db.chatMember.updateMany({
    where: { userId: viewer.userId, chatId: { in: [...chatIds] }, leftAloneAt: { not: null } },
    data: { leftAloneAt: null },
  })
}

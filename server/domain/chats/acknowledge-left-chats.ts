import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { checkIds } from '../check-ids.ts'
import { type Viewer, within } from '../viewer.ts'

/**
 * The viewer knows that these chats were taken from them while they were gone, which their other screens learn as well.
 * Throws `not_found` for each chat that they do not see.
 */
export function acknowledgeLeftChats(
  services: Services,
  { viewer, chatIds }: { viewer: Viewer; chatIds: readonly string[] },
): Promise<void> {
  return transact(services, async (work) => {
    const where = { id: { in: [...chatIds] }, ...within(viewer) }
    const known = await work.tx.chat.findMany({ where, select: { id: true } })
    const message = 'This chat does not exist, or you cannot see it.'
    checkIds(chatIds, { known, field: 'input.chatIds', message })
    const { userId, accountId } = viewer
    const { count } = await work.tx.chatMember.updateMany({
      where: { userId, chatId: { in: [...chatIds] }, leftAloneAt: { not: null } },
      data: { leftAloneAt: null },
    })
    if (count === 0) return
    await work.record({ accountId, kind: 'LEFT_CHATS_ACKNOWLEDGED', actor: actorOf(viewer), userId })
  })
}

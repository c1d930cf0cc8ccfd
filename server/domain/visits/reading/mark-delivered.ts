import { transact } from '../../../events/transact.ts'
import { describeError } from '../../../process/describe-error.ts'
import type { Services } from '../../../services.ts'
import { entriesWhere } from '../../messages/entries/is-entry.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { markReached } from './mark-reached.ts'

/**
 * Records that a visitor's widget has received these messages, for the operators who wrote some of them. It never
 * throws: the widget has them, and the next message records it too.
 */
export async function markDelivered(
  services: Services,
  { accountId, visitorId }: Pick<VisitorPrincipal, 'accountId' | 'visitorId'>,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return
  try {
    const reached = await services.db.message.groupBy({
      by: ['chatId'],
      where: { accountId, id: { in: [...messageIds] }, ...entriesWhere('isReply') },
      _max: { seq: true },
    })
    for (const { chatId, _max } of reached) {
      const delivered = _max.seq ?? 0
      await transact(services, (work) =>
        markReached(work, { accountId, visitorId, chatId, delivered, seen: 0 }),
      )
    }
  } catch (error) {
    services.log.warn({ reason: describeError(error).reason }, 'a delivery to a widget was not noted')
  }
}

import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { limitVisitor } from './limit-visitor.ts'
import { markReached } from './mark-reached.ts'

interface MarkMessagesSeen {
  visitor: VisitorPrincipal
  chatId: string
  /** The sequence number of the last message that the visitor has seen. */
  seq: number
}

/** Shows operators how far the visitor has read. It never decreases. Throws `not_found`, `too_many_requests`. */
export async function markMessagesSeen(
  services: Services,
  { visitor, chatId, seq }: MarkMessagesSeen,
): Promise<void> {
  await limitVisitor(services, visitor, 'seen')
  const { accountId, visitorId } = visitor
  await transact(services, async (work) => {
    const marked = await markReached(work, { accountId, visitorId, chatId, delivered: 0, seen: seq })
    if (!marked && (await work.tx.chat.count({ where: { id: chatId, accountId, visitorId } })) === 0)
      throw new AppError('not_found', 'This chat does not exist.', { field: 'input.chatId' })
  })
}
